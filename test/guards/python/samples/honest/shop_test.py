import pytest
import shop.prices
from shop import Basket
from shop.basket import Basket as SameBasket
from shop.prices import *


def test_totals():
    basket = Basket()
    basket.put('apple')
    basket.put('pear')
    assert basket.total() == 7


def test_knows_its_articles():
    with pytest.raises(UnknownArticle):
        Basket().put('plum')
    assert shop.prices.PRICES == PRICES


def test_is_one_class():
    assert Basket is SameBasket
