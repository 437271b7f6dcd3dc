PRICES = {'apple': 3, 'pear': 4}


class UnknownArticle(KeyError):
    pass
