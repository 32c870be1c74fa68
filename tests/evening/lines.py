"""What is said on the evening that is written down: by people, and by the scripted model. Each language on its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Lines:
    """``said`` are people's lines by name; ``replies`` the model's to each, one after the other when it is asked again.
    ``pages`` are pages of the story: the name of a line that it tells of, title, text, in brief.

    ``facts`` are what work behind the turns finds in a line: (about a person, the fact).
    """

    said: Mapping[str, str]
    replies: Mapping[str, Sequence[str]]
    else_: Sequence[str]
    facts: Mapping[str, tuple[bool, str]]
    background: Mapping[str, Any]
    recap: str
    pages: Sequence[tuple[str, str, str, str]]
    book: Mapping[str, Any]
    card: Mapping[str, Any]

    def __getitem__(self, name: str) -> str:
        return self.said[name]


def _book(name: str, key: str, text: str) -> Mapping[str, Any]:
    entry = {"uid": 0, "key": [key], "keysecondary": [], "comment": key, "content": text, "order": 100, "position": 0}
    return {"name": name, "entries": {"0": {**entry, "constant": False, "selective": False, "disable": False}}}


def _card(name: str, **fields: Any) -> Mapping[str, Any]:
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": name, **fields}}


_ENGLISH = Lines(
    said={
        "bob knocks": "Hey, Ann told me about you. Are you there?",
        "bob knocks again": "I can come back later if it's late.",
        "hello": "Good evening! What's it like up there tonight?",
        "day": "I had a long day at the clinic. Twelve patients, no lunch.",
        "sister": "My sister Lena is coming on Sunday. We haven't met for two years.",
        "asks": "What would you cook for her?",
        "long": "Tell me about the light behind the ridge, the whole story.",
        "typo": "I'm allergic to wallnuts by the way",
        "no typo": "I'm allergic to walnuts by the way",
        "oops": "Forget it, I'll just cancel on her.",
        "wrong": "I open the old logbook and tear out the page of March 1974.",
        "right": "I read the page of March 1974 by the lamp, twice.",
        "remembers": "What did I tell you about my sister?",
        "trouble": "Do you hear the wind too?",
        "guild": "hi! who are you?",
        "guild 1": "I came up because of the lights. Is it true that they answer?",
        "guild 2": "I have a lamp here. Three short, one long, like this?",
        "guild 3": "Somebody answered! From the other side of the valley.",
        "guild stays": "Wait, I'd rather stay by the stove tonight.",
        "guild 4": "Let's go there at first light. I'll carry the rope.",
        "book": "Is the Reed Gate still open at night?",
        "unknown": "/frobnicate",
        "near": "/memori",
        "foreign": "/记忆",
        "night": "I should sleep. Good night, Lan.",
        "save": "Before the storm",
        "wish": "Let the ending stay open.",
        "open ending": "Nobody knows who answered, and they leave the lamp lit.",
        "idea": "A lighthouse that answers a weather station, and nobody knows who lights it.",
    },
    replies={
        "Are you there?": [
            "I'm here. Just got the kettle on. Ann's friend is welcome up here; mind the dog, he's shy."
        ],
        "come back later": ["It isn't late. The stove is still warm; sit down."],
        "Good evening!": [
            "Quiet. The wind turned north an hour ago and the valley has filled up with fog, right to the brim.\n\n"
            "*She turns the lamp down a little.* From the window it looks like milk in a bowl. How did your day end?"
        ],
        "long day": [
            "Twelve and no lunch. That isn't a day, that's a shift with the middle torn out. *She pushes a "
            "plate across "
            "the table.* The bread is flat again, but it's warm."
        ],
        "Lena is coming": [
            "Two years. Then don't clean the whole flat. Clean the table, put a chair on each side, and let "
            "her talk first.",
            "Sunday, then. I'll write it in the log, last line: “Lena, after two years.” So I can ask how it went.",
        ],
        "cook for her": [
            "Noodles. They take ten minutes, and nobody can make a speech over noodles.",
            "Soup. You can both look into it when you don't know what to say.",
            "Dumplings, because four hands fold faster than two, and one talks more easily with flour on the fingers.",
        ],
        "light behind the ridge": [
            "There is a page from March 1974. “Light behind the ridge, three short, one long, 22:40.” The next "
            "night again, "
            "and the one after that. My predecessor drew a little lamp in the margin each time.\n\n"
        ],
        "wallnuts": ["Noted. I'll keep the cake away from you."],
        "allergic to walnuts": ["Walnuts: noted in pencil, underlined. The cake is for Old Qiu then."],
        "cancel on her": ["If you must. But sleep on it first; the fog is no time for decisions."],
        "tear out": ["*She doesn't shout. She only holds out her hand for the page.* That was the only one."],
        "by the lamp": [
            "*She leans in.* Look at the margin. He pressed so hard that it shows through on the other side."
        ],
        "about my sister": ["That she's called Lena, that she comes on Sunday, and that it's been two years."],
        "hear the wind": ["Since ten. It comes over the ridge in threes. Gust is under the table already."],
        "worried": ["I was only out reading the gauge. The mast hums when it gets like this."],
        "who are you": ["Lan. I keep the weather station up here. Sit by the stove, you're letting the fog in."],
        "they answer": [
            "Somebody does. Three short, one long. I've never seen who. *She hands you the field glasses.*"
        ],
        "I have a lamp": ["Like that, yes, but slower. He was a patient man. *She counts under her breath.*"],
        "Somebody answered": [
            "*She puts the pencil down.* Twenty-two forty. Write it down, quickly, before we don't believe it."
        ],
        "first light": [
            "At first light. Two ropes, the thermos, and Gust stays here. He'd only bark at the mast.",
            "*She looks at the barometer, then at the boots by the door.* If it holds. If it doesn't, we go "
            "anyway, slower.",
            "First light is at seven ten. Sleep by the stove; I'll wake you with the coffee.",
        ],
        "stay by the stove": [
            "Then stay. *She puts another log on.* The light won't run away, and neither will the rope."
        ],
        "Reed Gate": ["Until the second bell. After that you ask the ferryman, and he likes to be asked nicely."],
        "Good night": ["Good night, Ann. The lamp stays on until eleven."],
    },
    else_=(
        "*She nods and pours the tea.* Go on, I'm listening.",
        "Hm. I'd have said the same, with fewer words.",
        "The barometer has an opinion on that, and it isn't a kind one.",
    ),
    facts={
        "Lena is coming": (True, "Ann's sister is called Lena and visits on Sunday, after two years."),
        "clinic": (True, "Ann works at a clinic."),
        "allergic to walnuts": (True, "Ann is allergic to walnuts."),
        "Somebody answered": (False, "Somebody answered the lamp from the other side of the valley."),
        "first light": (False, "They agreed to cross the valley at first light."),
    },
    background={
        "name": "The light behind the ridge",
        "setting": "A weather station above a river town. Behind the ridge a light is seen that nobody keeps.",
        "outline": [
            "The light is seen again, three short, one long.",
            "The old logbook names a ferryman.",
            "They cross the valley at first light.",
            "They find who keeps the light.",
        ],
        "ending": "The light is answered, and the page of 1974 is put back in its place.",
    },
    recap="Cid came up because of the lights. A lamp was answered on the other side of the valley, and they mean to go "
    "there at first light.",
    pages=(
        (
            "day",
            "Fog to the brim",
            "Ann had twelve patients and no lunch. Lan gave her bread, and a plan for Sunday, when Lena comes.",
            "Ann told of her day and of Lena's visit on Sunday.",
        ),
        (
            "asks",
            "Noodles",
            "Ann asked what to cook for Lena: noodles, said Lan, since nobody makes a speech over noodles.",
            "Lan would cook noodles for Lena.",
        ),
        (
            "right",
            "March 1974",
            "Ann read the page of March 1974 by the lamp. It is written so hard that it shows on the other side.",
            "Ann read the page of March 1974 twice.",
        ),
        (
            "guild 1",
            "A light that answers",
            "Cid came up to the station because of the lights. Lan said that somebody answers: three short, one long.",
            "Cid asked Lan about the light; somebody answers it.",
        ),
        (
            "guild 3",
            "Twenty-two forty",
            "Cid gave the sign with a lamp, and somebody answered from beyond the valley at 22:40. Lan wrote "
            "it down. They mean to cross the valley at first light.",
            "The lamp was answered at 22:40; they leave at first light.",
        ),
    ),
    book=_book(
        "Shidu", "Reed Gate", "The Reed Gate of Shidu is open until the second bell; then the ferryman keeps it."
    ),
    card=_card(
        "Mira",
        description="{{char}} keeps a lighthouse on an island. {{user}} came by boat.",
        personality="Calm and exact.",
        first_mes="*The door is open; a lamp stands on the step.* You made it, {{user}}. Sit down, the soup is hot.",
        alternate_greetings=["The lamp is out, {{user}}. Hold this, and don't ask yet."],
    ),
)

_CHINESE = Lines(
    said={
        "bob knocks": "你好，小安跟我说起过你。你在吗？",
        "bob knocks again": "要是太晚了，我改天再来。",
        "hello": "晚上好！山上今晚怎么样？",
        "day": "今天在诊所忙了一整天，看了十二个病人，午饭都没吃。",
        "sister": "我妹妹莉娜星期天要来，我们两年没见了。",
        "asks": "要是你，会给她做什么吃？",
        "long": "给我讲讲岭背面的灯吧，从头讲。",
        "typo": "对了，我对核逃过敏",
        "no typo": "对了，我对核桃过敏",
        "oops": "算了，我还是跟她说别来了。",
        "wrong": "我翻开旧观测簿，把一九七四年三月那页撕了下来。",
        "right": "我凑在灯下，把一九七四年三月那页读了两遍。",
        "remembers": "关于我妹妹，我跟你说过什么？",
        "trouble": "你也听见风声了吗？",
        "guild": "你好！你是谁呀？",
        "guild 1": "我是为了那盏灯上来的。听说它会回话，是真的吗？",
        "guild 2": "我带了手电。三短一长，是这样吗？",
        "guild 3": "有人回了！就在山谷那边。",
        "guild stays": "等等，今晚我还是留在炉子边吧。",
        "guild 4": "天一亮我们就过去。绳子我来背。",
        "book": "芦苇门夜里还开着吗？",
        "unknown": "/没有这个",
        "near": "/记意",
        "foreign": "/memory",
        "night": "我该睡了。晚安，顾岚。",
        "save": "起风之前",
        "wish": "结局留白，别说破。",
        "open ending": "没人知道是谁回的话，他们把灯留在了那里。",
        "idea": "一座灯塔和一个气象站隔着山谷打灯语，没人知道是谁点的灯。",
    },
    replies={
        "跟我说起过你": ["在呢，水刚烧上。小安的朋友就是客人，进来小心狗，它认生。"],
        "改天再来": ["不晚。炉子还热着，坐。"],
        "晚上好": [
            "安静。一小时前转了北风，山谷里全是雾，满到碗沿儿了。\n\n*她把灯捻暗了些。*从窗口看，像一碗牛奶。你"
            "今天过得怎么样？"
        ],
        "十二个病人": [
            "十二个，还没吃午饭。这不叫一天，这叫中间撕掉一块的班。*她把盘子推过来。*面包又塌了，不过是热的。"
        ],
        "莉娜星期天": ["两年。那就别收拾整间屋子了。把桌子擦干净，两边各摆一把椅子，让她先说。"],
        "给她做什么": [
            "面条。十分钟就好，谁也没法端着面条发表讲话。",
            "汤。不知道说什么的时候，两个人都可以低头看汤。",
            "饺子。四只手包得快，手上沾着面，话也好说些。",
        ],
        "岭背面的灯": [
            "一九七四年三月有一页：“岭背有灯，三短一长，二十二时四十分。”第二天晚上又有，第三天也有。前任每回都"
            "在页边画一盏小灯。\n\n"
        ],
        "核逃": ["记下了，蛋糕离你远点。"],
        "核桃": ["核桃：铅笔记下，画了线。那蛋糕归老邱了。"],
        "别来了": ["要是非得这样也行。不过先睡一觉，雾里头别做决定。"],
        "撕了下来": ["*她没有喊，只是伸出手来要那一页。*就这一张。"],
        "读了两遍": ["*她凑近了看。*你看页边，他写得太用力，背面都透过来了。"],
        "关于我妹妹": ["她叫莉娜，星期天来，你们两年没见了。"],
        "听见风声": ["十点就起了，一阵一阵，三下一组从岭上过来。阵风已经钻到桌子底下去了。"],
        "有点担心": ["我刚才出去看雨量筒了。一到这种天，风杆就嗡嗡响。"],
        "你是谁": ["顾岚，守这个气象站的。坐炉子边上吧，门关上，雾都进来了。"],
        "它会回话": ["会。三短一长。是谁我从没见过。*她把望远镜递给你。*"],
        "带了手电": ["是这样，不过再慢些，他是个有耐心的人。*她小声数着拍子。*"],
        "有人回了": ["*她放下铅笔。*二十二时四十分。快记下来，趁我们还信。"],
        "天一亮": [
            "天一亮就走。两根绳子，带上暖壶，阵风留下，它只会冲着风杆叫。",
            "*她看了看气压表，又看了看门口的靴子。*天稳就走。不稳也走，走慢点。",
            "七点十分天亮。你在炉子边睡，我煮好咖啡叫你。",
        ],
        "留在炉子边": ["那就留下。*她又添了一块柴。*灯跑不了，绳子也跑不了。"],
        "芦苇门": ["开到敲第二遍钟。过了就得问摆渡的，他喜欢人家好好说话。"],
        "晚安": ["晚安。灯开到十一点。"],
    },
    else_=(
        "*她点点头，倒了茶。*你接着说，我听着呢。",
        "嗯。我也会这么说，就是字少些。",
        "气压表对这事有看法，不太客气。",
    ),
    facts={
        "莉娜星期天": (True, "小安的妹妹叫莉娜，星期天来，两年没见了。"),
        "诊所": (True, "小安在诊所上班。"),
        "核桃": (True, "小安对核桃过敏。"),
        "有人回了": (False, "山谷那边有人用灯回了话。"),
        "天一亮": (False, "他们约好天一亮就到山谷那边去。"),
    },
    background={
        "name": "岭背面的灯",
        "setting": "河边小镇上方有一座气象站。岭背面有一盏灯，没人知道是谁点的。",
        "outline": [
            "灯又亮了，三短一长。",
            "旧观测簿里提到一个摆渡人。",
            "天一亮他们穿过山谷。",
            "他们见到了点灯的人。",
        ],
        "ending": "灯有了回应，一九七四年那一页放回了原处。",
    },
    recap="小席为了那盏灯上山来。山谷那边有人用灯回了话，他们打算天一亮就过去。",
    pages=(
        (
            "day",
            "满到碗沿的雾",
            "小安看了十二个病人，没吃午饭。顾岚给她端来面包，又替她打算好星期天：妹妹莉娜要来。",
            "小安说起这一天，还有星期天要来的莉娜。",
        ),
        (
            "asks",
            "面条",
            "小安问给莉娜做什么吃。顾岚说面条，谁也没法端着面条发表讲话。",
            "顾岚会给莉娜做面条。",
        ),
        (
            "right",
            "一九七四年三月",
            "小安在灯下读了一九七四年三月那页。字写得太用力，背面都透过来了。",
            "小安把一九七四年三月那页读了两遍。",
        ),
        (
            "guild 1",
            "会回话的灯",
            "小席为了那盏灯上了气象站。顾岚说有人会回话，三短一长，但她从没见过是谁。",
            "小席问起那盏灯，顾岚说有人会回话。",
        ),
        (
            "guild 3",
            "二十二时四十分",
            "小席用手电打了三短一长，山谷那边有人回了。顾岚记下时间：二十二时四十分。他们约好天一亮就过去。",
            "二十二时四十分灯有了回应，约好天亮动身。",
        ),
    ),
    book=_book("石渡", "芦苇门", "石渡的芦苇门开到敲第二遍钟，之后归摆渡人看着。"),
    card=_card(
        "米拉",
        description="{{char}}在一座小岛上看守灯塔。{{user}}是坐船来的。",
        personality="平静，说话准确。",
        first_mes="*门开着，台阶上放了一盏灯。*你到了，{{user}}。坐吧，汤还热着。",
        alternate_greetings=["灯灭了，{{user}}。拿着这个，先别问。"],
    ),
)

LINES: Mapping[str, Lines] = {"en": _ENGLISH, "zh": _CHINESE}
NAMES: Mapping[str, tuple[str, str, str]] = {"en": ("Ann", "Bob", "Cid"), "zh": ("小安", "阿博", "小席")}
TITLES: Mapping[str, str] = {
    "before_the_owner": "还没有主人时，有人发来消息",
    "owner": "主人输入口令：先输错一次，再输对",
    "first_words": "私聊里的头几句话",
    "waiting": "有人在等，获得同意",
    "server": "机器人被拉进群，启用为剧情模式",
    "among_others": "群里的成员打开回复下的菜单，再当着大家撤回一轮",
    "swipes": "换一条回复，再换回来",
    "pressed": "回复下面的按钮",
    "undone": "改一个错字，撤回上一轮",
    "saved": "存档，走错一步，再读档",
    "settings": "浏览设置，用按钮改一项",
    "memory": "记忆：列表和星空",
    "trouble": "模型出了问题，又恢复了",
    "stopped": "中途停下一条长回复",
    "book": "发来一本世界书并用上，再看看一句话会用上哪些条目",
    "card": "发来一张角色卡并登场",
    "story": "会话变成剧情",
    "background": "起草一个故事背景，改一处并用上",
    "page": "故事页，以及前情提要",
    "wrong": "没有意义的输入，或者另有所指",
    "night": "晚安",
}
"""What stands above the scenes on a Chinese page, by their names."""
PLACES: Mapping[str, str] = {"en": "Harbour", "zh": "港口"}
