"""Pairs of sentences that show how an embedding model spreads its cosines, in English, Chinese and across."""

from collections.abc import Sequence

from engine.rules.similarity import Scale, cosine, scale_from

UNRELATED = (
    ("The train leaves at seven in the morning.", "My grandmother paints flowers on old plates."),
    ("The river froze last winter.", "He forgot the password of his computer."),
    ("She plays the violin in an orchestra.", "The soup needs a little more salt."),
    ("我昨天把自行车修好了。", "这家店的咖啡豆来自埃塞俄比亚。"),
    ("图书馆周一不开门。", "他小时候很怕打雷。"),
    ("The mountain path was closed.", "她的猫喜欢睡在键盘上。"),
)
"""Nothing in common."""

RELATED = (
    ("What food can she not eat?", "She is allergic to peanuts."),
    ("Where does he work?", "He got a job at the harbour office in spring."),
    ("Do you remember our trip?", "We spent three days at the lake in August."),
    ("她住在哪里？", "她去年搬到了杭州西湖边。"),
    ("他有什么爱好？", "他每个周末都去山里拍鸟。"),
    ("What is the name of her pet?", "她养了一只叫团子的橘猫。"),
)
"""A question and what answers it."""

SAME = (
    ("He likes to take long walks by the sea.", "He enjoys going for long walks along the coast."),
    ("The meeting was moved to Friday.", "They postponed the meeting until Friday."),
    ("She was very happy about the present.", "The gift made her really happy."),
    ("我下个月要去北京出差。", "下个月我得到北京出一趟差。"),
    ("他不太喜欢吃辣。", "他吃不惯辣的东西。"),
    ("I want to learn how to swim this summer.", "我想在今年夏天学会游泳。"),
)
"""Two ways to say one thing."""

SENTENCES = tuple(text for group in (UNRELATED, RELATED, SAME) for pair in group for text in pair)


def learned(vectors: Sequence[Sequence[float]]) -> Scale:
    """The scale of the model that made these vectors of ``SENTENCES``."""
    pairs = [cosine(vectors[place], vectors[place + 1]) for place in range(0, len(vectors), 2)]
    first, second = len(UNRELATED), len(UNRELATED) + len(RELATED)
    assert len(pairs) == second + len(SAME), "a cosine for each pair"
    return scale_from(pairs[:first], pairs[first:second], pairs[second:])
