"""Months of everyday talk, what was told once among it, and questions about what nobody spoke of, in both languages."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final

MESSAGES: Final = 480

_LINES: Final[Mapping[str, Sequence[str]]] = {
    "en": (
        "The {thing} gave up on me {when}, so I am back to the old one.",
        "Spent an hour looking for the {thing}, it was under the newspaper.",
        "{who} borrowed the {thing} {when} and brought it back dirty.",
        "I had the sandwich with {food} {when}, never again.",
        "{who} swears by {food} for breakfast, I stay with toast.",
        "We ran out of {food}, and {who} blames me.",
        "Long day. {who} kept us in a meeting until late.",
        "My feet are sore, I walked to the office {when}.",
        "{who} phoned {when} and talked about nothing for ages.",
        "Put the {thing} on the shelf and forgot what I came for.",
        "The lift was out of order {when}, eleven floors with a bag of {food}.",
        "{who} laughed so hard that the tea went everywhere.",
        "Nothing on tonight, maybe I bake something with {food}.",
        "It was so windy {when} that the {thing} fell over.",
        "{who} is in a mood, better leave it until the weekend.",
        "Yes, I finally ordered a new {thing}, the green one.",
    ),
    "zh": (
        "{thing}{when}坏了，我又翻出旧的那个来用。",
        "找{thing}找了一个钟头，原来压在报纸底下。",
        "{who}{when}借走了{thing}，还回来的时候脏兮兮的。",
        "{when}吃了夹{food}的三明治，再也不吃了。",
        "{who}早饭非要配{food}，我还是吃面包。",
        "家里{food}没了，{who}怪我。",
        "今天好漫长，{who}拉着我们开会开到很晚。",
        "{when}走路去的公司，脚疼。",
        "{who}{when}打电话来，东拉西扯讲了半天。",
        "把{thing}搁架子上，转头忘了要干嘛。",
        "{when}电梯停了，拎着一袋{food}爬了十一层。",
        "{who}笑得茶都洒了一桌。",
        "今晚没什么安排，也许用{food}烤点东西。",
        "{when}风大得把{thing}都吹倒了。",
        "{who}心情不好，周末再说吧。",
        "嗯，终于下单买了新的{thing}，绿色那款。",
    ),
}
_SLOTS: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    "en": {
        "thing": ("umbrella stand", "kettle", "desk lamp", "vacuum cleaner", "headphones", "backpack", "ironing board"),
        "when": ("yesterday", "this morning", "on Tuesday", "last night", "after lunch"),
        "who": ("My colleague", "Auntie", "The man next door", "My flatmate", "Grandpa", "The new intern"),
        "food": ("pickled onions", "smoked cheese", "apricot jam", "peanut butter", "olives", "rye crackers"),
    },
    "zh": {
        "thing": ("伞架", "电水壶", "台灯", "吸尘器", "耳机", "双肩包", "熨衣板"),
        "when": ("昨天", "早上", "星期二", "昨晚", "午饭后"),
        "who": ("同事", "姑妈", "隔壁大叔", "室友", "外公", "新来的实习生"),
        "food": ("腌洋葱", "熏奶酪", "杏子酱", "花生酱", "橄榄", "苏打饼干"),
    },
}
TOLD: Final[Mapping[str, Sequence[tuple[str, str, str]]]] = {
    "en": (
        ("I keep guppies now, the shy one is called Pretzel.", "What is my shy guppy called?", "Pretzel"),
        (
            "My daughter plays a tree in the school play.",
            "Which role does my daughter have in the play?",
            "tree",
        ),
        ("I sing second alto in the choir at Saint Anne.", "Which voice do I sing in the choir?", "alto"),
        ("We are moving to Ghent in September.", "Where are we moving?", "Ghent"),
        ("The vet says the hamster is diabetic.", "What did the vet say about the hamster?", "diabetic"),
        ("I lost my wedding ring in the swimming pool.", "Where did I lose my ring?", "swimming pool"),
        ("My thesis is about moss on roofs.", "What is my thesis about?", "moss"),
        ("Harriet from the bakery is learning to fly gliders.", "Who is learning to fly?", "Harriet"),
        ("We named the boat Second Breakfast.", "What is the name of our boat?", "Second Breakfast"),
        ("I take the pills for my thyroid at six.", "When do I take my pills?", "six"),
    ),
    "zh": (
        ("我开始养孔雀鱼了，最怕生的那条叫麻花。", "我那条怕生的鱼叫什么？", "麻花"),
        ("女儿在学校的话剧里演一棵树。", "我女儿在话剧里演什么？", "一棵树"),
        ("我在圣安妮合唱团唱第二女低音。", "我在合唱团唱哪个声部？", "女低音"),
        ("我们九月要搬去根特。", "我们要搬到哪里？", "根特"),
        ("兽医说仓鼠有糖尿病。", "兽医说仓鼠怎么了？", "糖尿病"),
        ("我的婚戒掉在游泳池里了。", "我的戒指丢在哪里了？", "游泳池"),
        ("我的论文写的是屋顶上的苔藓。", "我的论文写什么？", "苔藓"),
        ("面包房的何丽在学开滑翔机。", "谁在学开滑翔机？", "何丽"),
        ("我们给船起名叫第二顿早饭。", "我们的船叫什么名字？", "第二顿早饭"),
        ("我每天六点吃甲状腺的药。", "我几点吃药？", "六点"),
    ),
}
"""What was told once, what it answers, and a word of it that the question lacks."""
NEVER_TOLD: Final[Mapping[str, Sequence[str]]] = {
    "en": (
        "Who repaired the windmill?",
        "How tall is the monument on the hill?",
        "Which actor played the pirate?",
        "When did the volcano erupt?",
        "What does a ticket for the stadium cost?",
        "Why was the bridge torn down?",
        "Where did the balloon land?",
        "Who painted the ceiling of the cathedral?",
        "How many horses live on the ranch?",
        "What is the name of the ambassador?",
        "Which planet was visible through the clouds?",
        "Who is the goalkeeper of the team?",
        "How deep is the well?",
        "What was stolen from the museum?",
        "When does the ferry to the island leave?",
        "Who inherited the castle?",
        "What did the geologist find in the cave?",
        "How fast is the sled?",
        "Which languages does the interpreter speak?",
        "Where are the diamonds hidden?",
    ),
    "zh": (
        "风车是谁修好的？",
        "山上的纪念碑有多高？",
        "海盗是哪个演员演的？",
        "火山是什么时候喷发的？",
        "体育场的门票多少钱？",
        "那座桥为什么拆了？",
        "热气球降落在哪里？",
        "大教堂的穹顶是谁画的？",
        "牧场里有多少匹马？",
        "大使叫什么名字？",
        "透过云层能看到哪颗行星？",
        "球队的守门员是谁？",
        "那口井有多深？",
        "博物馆里什么被偷了？",
        "去岛上的渡轮几点开？",
        "城堡由谁继承？",
        "地质学家在山洞里发现了什么？",
        "雪橇能跑多快？",
        "那位口译员会哪些语言？",
        "钻石藏在哪里？",
    ),
}

_OF_ONESELF: Final[Mapping[str, Sequence[str]]] = {
    "en": ("Where did I put the {}?", "How much did I pay for my {}?", "Who gave me the {}?", "When did I sell my {}?"),
    "zh": ("我把{}放哪儿了？", "我的{}花了多少钱？", "{}是谁送我的？", "我是什么时候卖掉{}的？"),
}
_THINGS: Final[Mapping[str, Sequence[str]]] = {
    "en": (
        "harpsichord",
        "canoe",
        "chandelier",
        "parrot",
        "tractor",
        "microscope",
        "trampoline",
        "vineyard",
        "motorbike",
        "sculpture",
    ),
    "zh": ("古筝", "独木舟", "望远镜", "鹦鹉", "拖拉机", "显微镜", "蹦床", "葡萄园", "摩托车", "雕塑"),
}


def never_had(language: str) -> list[str]:
    """Twenty questions that people ask about themselves: each thing in two forms."""
    forms, things = _OF_ONESELF[language], _THINGS[language]
    return [forms[(at + turn) % len(forms)].format(it) for at, it in enumerate(things) for turn in (0, 2)]


def talk(language: str) -> list[str]:
    """Everything that was said: everyday lines, none twice, with what was told spread among them."""
    slots = _SLOTS[language]
    every = [
        [line.format(**dict(zip(slots, values, strict=True))) for values in product(*slots.values())]
        for line in _LINES[language]
    ]
    lines = [it[at] for it in (list(dict.fromkeys(one)) for one in every) for at in range(len(it))]
    step = max(1, len(lines) // MESSAGES)
    said = lines[::step][:MESSAGES]
    said.sort(key=lambda it: (sum(map(ord, it)) * 31 % 997, it))  # mixed, the same every time
    told = [it for it, _, _ in TOLD[language]]
    gap = len(said) // (len(told) + 1)
    for number, it in enumerate(told, start=1):
        said.insert(number * gap, it)
    return said
