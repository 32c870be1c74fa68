"""Everyday talk, questions that it answers, and questions about things that nobody ever spoke of, in both languages."""

from collections.abc import Mapping, Sequence
from typing import Final

TOLD: Final[Mapping[str, Sequence[tuple[str, str, str]]]] = {
    "en": (
        ("My grandmother taught me to bake rye bread on Sundays.", "Who taught me to bake bread?", "grandmother"),
        (
            "My neighbour upstairs plays the trumpet at night.",
            "Which instrument does my neighbour play?",
            "trumpet",
        ),
        ("I sprained my ankle on the ice rink last winter.", "How did I hurt my ankle?", "rink"),
        ("We adopted a grey cat and called her Pebble.", "What is our cat called?", "Pebble"),
        ("My boss wants the budget report by Thursday.", "When is the budget report due?", "Thursday"),
        ("Peanuts make my throat swell, so I never eat them.", "Which food must I not eat?", "Peanuts"),
        ("I painted the kitchen walls yellow in spring.", "What colour are my kitchen walls?", "yellow"),
        ("My sister Ines moved to Lisbon for a new job.", "Where did my sister move?", "Lisbon"),
        ("The car broke down twice on the way to the coast.", "What broke down on the way to the coast?", "car"),
        ("I am reading a novel about two brothers in Alaska.", "What is the novel about that I am reading?", "Alaska"),
    ),
    "zh": (
        ("外婆教我每个星期天烤黑麦面包。", "谁教我烤面包的？", "外婆"),
        ("楼上的邻居半夜吹小号。", "我的邻居吹什么乐器？", "小号"),
        ("去年冬天我在溜冰场扭伤了脚踝。", "我的脚踝是怎么扭伤的？", "溜冰场"),
        ("我们收养了一只灰猫，叫它石子。", "我们家的猫叫什么？", "石子"),
        ("老板要我星期四之前交预算报告。", "预算报告什么时候要交？", "星期四"),
        ("我一吃花生喉咙就肿，所以从来不碰。", "我不能吃什么东西？", "花生"),
        ("春天我把厨房的墙刷成了黄色。", "我家厨房的墙是什么颜色？", "黄色"),
        ("我妹妹为了新工作搬去了里斯本。", "我妹妹搬到哪里去了？", "里斯本"),
        ("去海边的路上车抛锚了两次。", "去海边的路上什么抛锚了？", "车"),
        ("我在看一本写阿拉斯加两兄弟的小说。", "我在看的小说写的是什么？", "阿拉斯加"),
    ),
}
"""What was told, what it answers, and a word of it that the question lacks."""

CHAT: Final[Mapping[str, Sequence[str]]] = {
    "en": (
        "Hello there, my name is Peter.",
        "It rained all morning and I forgot my umbrella.",
        "I slept badly, the heating was much too loud.",
        "The queue at the bakery went round the corner.",
        "Let us order pizza tonight, I am too tired to cook.",
        "My phone battery dies before lunch these days.",
        "That film was far too long for me.",
        "I finally cleaned the windows, what a difference.",
        "The bus was late again, so I walked home.",
        "Happy to hear that you had a good day!",
    ),
    "zh": (
        "你好，我叫彼得。",
        "下了一上午的雨，我忘了带伞。",
        "暖气太吵，我昨晚没睡好。",
        "面包店的队排到了街角。",
        "今晚点披萨吧，我累得不想做饭。",
        "手机的电最近撑不到中午。",
        "那部电影对我来说太长了。",
        "我总算把窗户擦了，亮堂多了。",
        "公交车又晚点，我就走回家了。",
        "听说你今天过得不错，真好！",
    ),
}

_FORMS: Final[Mapping[str, Sequence[str]]] = {
    "en": ("Who looked after the {}?", "Where is the {} kept?", "How much was the {}?", "What happened to the {}?"),
    "zh": ("谁在看管{}？", "{}放在哪儿？", "{}花了多少钱？", "{}后来怎么样了？"),
}
_THINGS: Final[Mapping[str, Sequence[str]]] = {
    "en": (
        "lighthouse",
        "submarine",
        "falcon",
        "vineyard",
        "accordion",
        "telescope",
        "beehive",
        "tractor",
        "parachute",
        "harpsichord",
    ),
    "zh": ("灯塔", "潜水艇", "猎鹰", "葡萄园", "手风琴", "望远镜", "蜂箱", "拖拉机", "降落伞", "古琴"),
}


def never_told(language: str) -> list[str]:
    """Twenty questions: each thing in two forms."""
    forms, things = _FORMS[language], _THINGS[language]
    return [forms[(at + turn) % len(forms)].format(it) for at, it in enumerate(things) for turn in (0, 2)]
