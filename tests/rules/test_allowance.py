"""What a day allows: whose amount holds, what it costs, how fast somebody may write."""

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.allowance import applying, cost, house_default, hundred, poured, share_of, spent
from engine.values.house.allowances import EACH, NO_LIMIT, Allowance, AllowanceHolder, AllowanceUnit, Price, Spender

ANN = Spender(1, 5, 7, frozenset({"r1", "r2"}))


def allowance(
    holder: AllowanceHolder, holder_id: str, amount: int, space: int = 1, unit: AllowanceUnit = AllowanceUnit.TOKENS
) -> Allowance:
    return Allowance(space, holder, holder_id, unit, amount)


HOUSE = allowance(AllowanceHolder.HOUSE, "", 900, 0)
SERVER = allowance(AllowanceHolder.SPACE, "1", 500)
CHANNEL = allowance(AllowanceHolder.CHANNEL, "5", 300)
EVERYBODY = allowance(AllowanceHolder.PERSON, EACH, 10)
OWN = allowance(AllowanceHolder.PERSON, "7", 20)
LOW, HIGH = allowance(AllowanceHolder.ROLE, "r1", 30), allowance(AllowanceHolder.ROLE, "r2", 40)


def test_the_narrowest_comes_first() -> None:
    """Somebody is told that the house is spent where it is their own day that is."""
    assert applying([HOUSE, SERVER, CHANNEL, OWN], ANN) == [OWN, CHANNEL, SERVER, HOUSE]


def test_what_was_set_for_somebody_stands_in_for_what_everybody_has() -> None:
    """A regular is held back like a guest, or the wrong one of two roles decides."""
    assert applying([EVERYBODY], ANN) == [EVERYBODY]
    assert applying([EVERYBODY, LOW, HIGH], ANN) == [HIGH]
    assert applying([EVERYBODY, LOW, HIGH, OWN], ANN) == [OWN]
    assert applying([EVERYBODY, allowance(AllowanceHolder.ROLE, "r1", NO_LIMIT)], ANN) == []


def test_nothing_of_others_holds() -> None:
    """Another server's budget, or another person's, stops somebody here."""
    others = [
        allowance(AllowanceHolder.SPACE, "2", 1, 2),
        allowance(AllowanceHolder.CHANNEL, "6", 1),
        allowance(AllowanceHolder.PERSON, "8", 1),
        allowance(AllowanceHolder.ROLE, "r3", 1),
    ]
    assert applying(others, ANN) == []
    assert applying([EVERYBODY, OWN, LOW], Spender(1)) == [], "work behind the turns is nobody's own"


def test_what_holds_while_nobody_has_set_anything() -> None:
    """Somebody's first evening costs more than a dollar; or a model at home stops although it costs nothing."""
    assert house_default(None, None, local=False, priced=True) == allowance(
        AllowanceHolder.HOUSE, "", 100, 0, AllowanceUnit.CENTS
    )
    assert house_default(None, None, local=False, priced=False) == allowance(AllowanceHolder.HOUSE, "", 300_000, 0)
    assert house_default(None, None, local=True, priced=False) is None
    assert house_default(5, None, local=True, priced=True) == allowance(AllowanceHolder.HOUSE, "", 5, 0)
    assert house_default(5, 7, local=True, priced=True) == allowance(
        AllowanceHolder.HOUSE, "", 7, 0, AllowanceUnit.CENTS
    )


def test_what_it_costs() -> None:
    """A bill is another than what was told."""
    price = Price(2.0, 10.0)
    assert cost(price, 500_000, 100_000) == 2.0
    assert cost(None, 500_000, 100_000) is None
    assert cost(price, 500_000, 100_000, 400_000) == 2.0, "nobody has said what the cache costs"
    assert cost(Price(2.0, 10.0, 0.5), 500_000, 100_000, 400_000) == 1.4
    assert spent(price, 500_000, 100_000, 1).cents == 200
    assert hundred(price, (1_000, 100)).dollars == 0.3
    assert hundred(None).dollars is None
    assert not hundred(price).measured


@given(st.integers(1, 120), st.lists(st.floats(0, 30), max_size=300))
def test_nobody_writes_faster_than_that_for_long(a_minute: int, gaps: list[float]) -> None:
    """One person's flood keeps everybody else waiting; or somebody who writes normally is told to be slow."""
    bucket, now, passed = None, 0.0, 0
    for gap in gaps:
        now += gap
        bucket, passes = poured(bucket, now, a_minute)
        passed += passes
        assert passes or passed >= min(a_minute, 1)
    assert passed <= a_minute * (1 + now / 60) + 1
    assert len(gaps) > a_minute or passed == len(gaps)


def test_a_flood_is_told_of_once() -> None:
    """Whoever floods the bot gets a flood of lines about it."""
    bucket = None
    told: list[bool] = []
    for n in range(20):
        before = bucket
        bucket, passes = poured(bucket, n * 0.1, 5)
        told.append(not passes and not (before is not None and before.told))
    assert told.count(True) == 1


def test_what_part_of_it_one_person_may_use() -> None:
    """One person may use nothing of a small amount, or a part of what is nobody's limit."""
    assert share_of(SERVER, 30) == allowance(AllowanceHolder.PERSON, EACH, 150)
    assert [share_of(it, 50) for it in (HOUSE, CHANNEL, OWN, allowance(AllowanceHolder.SPACE, "1", NO_LIMIT))] == [
        None
    ] * 4
    assert [share_of(SERVER, it) for it in (0, 100, 250)] == [None] * 3
    assert share_of(allowance(AllowanceHolder.SPACE, "1", 1), 1) == allowance(AllowanceHolder.PERSON, EACH, 1)
    assert share_of(allowance(AllowanceHolder.SPACE, "1", 0), 50) == allowance(AllowanceHolder.PERSON, EACH, 0)
