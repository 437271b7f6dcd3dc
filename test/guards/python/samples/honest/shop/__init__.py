"""A package of several modules."""

from shop.basket import Basket

__all__ = ['Basket']
