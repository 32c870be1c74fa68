"""A first evening that is played and written down as people see it: ``make demo-evening``.

``scenes`` is what happens, ``lines`` what is said, ``evening`` and ``hands`` what people do; ``watching`` notes on a
``tape`` what stands in front of them, and ``page`` makes a page of it.
"""
