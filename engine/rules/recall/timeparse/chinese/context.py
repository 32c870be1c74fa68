"""What stands around Chinese words of time: a name, a greeting, a habit or a plan is no question about the past."""

import re
from enum import IntEnum
from typing import Final

_REACH: Final = 40  # characters of the sentence that are looked at on either side


class Firmness(IntEnum):
    """How much words of time need help from what stands around them to mean the past."""

    PAST = 0  # yesterday, last year: always
    DATE = 1  # 3 May, 8 o'clock: unless it is a plan
    NOW = 2  # today, this week: unless it is a plan
    PLAIN = 3  # Friday, in March: unless it is a plan or a habit
    SOFT = 4  # in winter, at National Day: only if the sentence asks or tells


_END: Final = re.compile(r"[。！？!?；;\n…]")
_GREETED: Final = re.compile(
    r"(?:节|假期?)?(?:快乐|愉快|安康|大吉|吉祥|如意|好(?=[呀啊哇哦呢吖喔~～,，。!！?？ ]|$|大家|各位|主人|宝|亲)|"
    r"安(?=[呀啊~,，。!！]|$)|见(?=[呀啊吧哦~,，。!！]|"
    r"$)|万岁|大促)"
)
_WISHED: Final = re.compile(r"(?:祝|预祝|祝福|恭祝|祝愿)[你您大家们各位的]{0,4}$")
_NAMED_BEFORE: Final = re.compile(
    r"(?:叫|名叫|叫做|叫作|名字是|网名|昵称|笔名|艺名|群名|歌名|书名|片名|名为|外号|绰号|改名|取名|起名|名字叫?|"
    r"题目是|密码是?|房号|车牌|编号|代号|型号|尾号|电话|版本|比分|单曲|"
    r"专辑|歌曲|小说|电影|片子|乐队)[是为了:：“\"‘']{0,2}$"
)
_NAMED_AFTER: Final = re.compile(
    r"[”\"’'」』]?(?:是谁[唱写演画拍导]的|这(?:首|部|本|出|支|张)(?:歌|曲|电影|片|书|小说|剧|诗|专辑|文)|这(?:个|款)(?:词|字|游戏|牌子|乐队|名字|组合|节目|词语|成语)|"
    r"(?:路(?![上过边途程遇费])|街(?![上头])|大桥|大道|车站|中学|小学|大学|医院|档(?!期)|节目|剧场|[版届]|餐厅|"
    r"咖啡|酒吧|幼儿园|乐队|书店|影业|影院|集团|公司|酒店|宾馆|客栈|民宿|晚报|日报|早报|早餐店|号房|"
    r"路[口上]|街道|大街|同学|老师|先生|女士|小姐|阿姨|牌(?!子)|奏鸣曲|"
    r"圆舞曲|协奏曲|物语|组曲|计划书|档案|乐园|音乐节|公园|报告|财报|超市|商城|小区|大厦|广场|花园|风暴|效应|革命|"
    r"攻势|惊魂|来信))"
)
_EVERY_BEFORE: Final = re.compile(
    r"(?:每|每个|每一个|每逢|每到|每当|逢|一到|只要到|各个|年年|天天|所有的?|凡是)[的个]?$"
)
_HABIT: Final = re.compile(
    r"一般|通常|平时|平常|经常|往往|总是|总会|老是|都会|都要(?!忙)|习惯|从不|从来|很少|常常|向来|每[年月周天次]|"
    r"一向|动不动|多半|大多|固定|按时"
)
_LIKING: Final = re.compile(
    r"(?:喜欢|讨厌|最爱|更爱|爱|恨|怕|偏爱|期待|盼着?|盼望|向往|胜过|不如|好过|超过|适合|属于|想念|热爱|钟爱|害怕|"
    r"等待|像|如同|比起?|过完|关于|享受|迎接|迎来|告别|代表|象征|描写|"
    r"形容)[过在吃的是于最更]?$"
)
_LIKED: Final = re.compile(
    r"喜欢|讨厌|最爱|爱吃|爱喝|适合|比较好|更好|胜过|不如|最好的季节|是最|是一年|容易|应该|必须|不宜|宜"
)
_ASKED_DATE: Final = re.compile(
    r"出生|生的|(?:那天|节)?(?:是|在|到底是|到底|究竟是?)?(?:几月几[号日]|几[号日月点]|星期几|周几|礼拜几|哪一?天|"
    r"什么时候(?!说|去|来|聊|做|买)|什么日子|什么节|多少号|农历|放几天|"
    r"放多久|放假吗|有几天|有多少天|是啥意思|是什么意思|什么意思)"
)
_ARRIVING_BEFORE: Final = re.compile(
    r"(?:快到?|快要|马上|马上就?到?|就要|就|要|将要|将近|即将|眼看|都|离|距离?|距|还有|盼|等|等到|迎接|转眼|又到?|"
    r"又是|终于|已经是?|到了?|现在|现在是|正是|正值|今天是|明天是|"
    r"后天是|才|刚|才到|是)(?:就是|快到?|是|到)?$"
)
_ARRIVING: Final = re.compile(
    r"(?:节|号|日)?(?:了(?![吗么没])|要?到(?:了|啦)|快到|要来|来(?:了|啦|临)|快要|就要|又到|将至|在即|还有|还早|"
    r"还没到|倒计时|咯|喽|真好|真美|万岁|将近|已经到|就到)"
)
_SAID_NOW: Final = re.compile(
    r"(?:现在|此刻|北京时间|今天|今儿|明天|后天)(?:已经|就|正好|刚好|都|才|又)?(?:是|"
    r"快)?(?:北京时间)?$"
)
_URGED: Final = re.compile(r"别忘|不要忘|提醒我|到时候|叫醒我|怎么办|咋办")
_COPULA: Final = re.compile(r"是(?![不谁我咱跟和在怎为哪去他她几]|什么时候)")
_UNTIL: Final = re.compile(r"(?:等|等到|到了|放了|等到了|等放了|要是到了|直到)$")
_KNOWLEDGE: Final = re.compile(
    r"区别|由来|习俗|起源|来历|是什么节|怎么来的|只有[0-9一二三]+天|有多少天|有几天|为什么叫|英文|英语怎么|怎么写|"
    r"怎么读|平均|气候|第几个|出生|月生日|[月号日一二三四五六七八九十]生的|日出生|发明|哪个更|哪个好"
)
_PLAN: Final = re.compile(
    r"打算|准备(?!了|得|好了|的)|计划(?!了|的)|安排(?!了|的)|想去(?!的|过)|想要(?!的)|想吃(?!的)|要不要|想不想|"
    r"约(?:吗|不|一下|着)|要去(?!的)|要(?:交|考|开|回|"
    r"上班|加班|出差|搬|结婚|做|来|请|放假|带|到)|将(?:要|会|在|于)|怎么过(?!的|得)|"
    r"提醒我|叫我(?!来着|的)|叫醒我|喊我|记得(?:带|来|叫|提醒|给|去|买|打|帮|吃|喝|早点|把|交)|别忘|不要忘|到时候|"
    r"到时|"
    r"再说(?!过|了)|再(?:去|来|聊|见|约|看|试|做|联系|告诉)|"
    r"有空|有时间|有没有空|有安排|还有几天|还有多久|期待|倒计时|"
    r"一起(?:去|来|吃|看|玩|过|回|打|逛|走|喝|出|学|做)?[^了过的]{0,6}(?:吗|吧|嘛|不|好不好|怎么样|呗|好吗|如何)|"
    r"(?<![是对了过错的])吧(?:[。!！?？~,，]|$)|"
    r"(?:[去来看吃玩做吧]|[,，]).{0,6}好(?:吗|不好)|(?:去|来|吃|看|玩)[^了过]{0,6}(?:咋样|怎么样|如何|呗)[?？]?$|"
    r"行吗|行不行|可以吗|可不可以|能不能|会不会(?!是)|去不去|来不来|去哪儿?(?:里|玩|过|吃)?(?:呢|呀|"
    r"好|比较好|啊)?(?:[?？。!]|$)|"
    r"(?:干嘛|干什么|干啥|做什么|吃什么|吃啥|玩什么|看什么|穿什么|送什么|买什么)(?:呢|呀|好|啊|好呢)(?:[?？。!]|$)|"
    r"(?:你|我|我们|咱们|他|她)(?:们)?(?:会|能|可以|得|"
    r"必须|一定)[^议说了过记]{1,10}(?:吗|么|嘛|不|$)|"
    r"见(?:[。!！?？~,，]|$|面吧)|必须|一定要|截止|到期|之前交|等你|等我|订(?:票|机票|酒店|位|座)(?!了)|帮我(?:订|"
    r"定|查|记|设|安排)|该(?:去|来|回|干|做|吃|买|送)|"
    r"(?:回家|回来|回去|上班|放假|加班|开会|有课|上课)(?:吗|么|不)|有(?:什么|啥)(?:打算|计划|安排|活动|空|事)|"
    r"要(?:是|么|到了)|如果|假如|等(?=.{0,4}(?:回来|"
    r"的时候|到了|再|就))|会(?:下雨|下雪|很|更|来|去|到|有|变|好)(?!了)|出发吧?$"
)
# What tells of the past by itself; and what does so only where the people who talk are meant.
_TELLING: Final = re.compile(
    r"(?:[^太\s]|太.{0,3}[^好冷热棒累美贵远难烦长短了])了(?!吧$)|"
    r"(?<!怎么)(?<!不)过(?![年节来去得分敏期程头于奖渡滤生冬夏春])|啦|来着|"
    r"说的|聊的|那[天次时会回场晚]|当时|的时候|时候|日记|干嘛来|提到|答应|发生|居然|竟然|没[去来有说做吃回睡看给]|"
    r"(?:是不是|有没有)[^想要会打空时安课]|没有?[?？]?$|得怎么样|怎么样了|[我你他她咱们]在[一-龥]|"
    r"都[在去做吃干看玩忙写买]"
)
_TELLING_US: Final = re.compile(
    r"[一-龥]的(?:呢|呀|吗|吧|么|啊)?(?:[?？。！!,，]|$)|那[个件首部本]|的事|为什么|为啥|怎么(?!过|办|走|去|玩|样|"
    r"做|弄|才)|在[加上睡开工学发哭笑][一-龥]|"
    r"[我你咱们][吃喝买穿看写画做去玩送拍听读住坐睡说](?:了|的)|最.{1,4}的|"
    r"[我你咱们](?![的最喜爱想要会])[一-龥]{1,2}的[一-龥]|在干|在忙|在做|在哪|在看|在学|在聊|聊|"
    r"说什么|说啥|说要|讲|一直|突然|终于|还在|正在|是谁|跟谁|和谁|谁陪|谁[和跟送给来]|哪[次些家位一]|"
    r"照片|出了什么|有什么|几点|多少"
)
# Without a word for the people who talk, a question must show that it is put to them.
_ASKED_OF: Final = re.compile(
    r"[了过](?:吗|么|没|嘛|什么|啥|多少|几|吧)|啦|来着|没有?[?？]?$|谁|哪|多少|几|"
    r"是不是|有没有|什么|怎么样|当时|日记"
)
# What begins or ends now, or is not to be, is no past.
_CHANGING: Final = re.compile(r"(?:(?<!是)不(?!是|得)|别|要(?!不)|快|该|就要)[^,，。了]{1,6}了|好[^,，。]{1,2}了")
_RECALLING: Final = re.compile(
    r"记得(?:吗|不|么|没|当时|我|你|那|咱)|记不记得|还记得|记得[^带来叫提给去买打帮吃喝早把交]|想起|回忆|"
    r"(?<!别)(?<!要)忘了|"
    r"告诉过?我|[聊唠侃][了过的]|[说提讲谈倾]过(?!敏)|[倾讲]咗|说的|"
    r"[聊说讲谈唠侃](?:些|的|到|起)?(?:啥|什么)[^,，。]{0,2}(?:了|来着)"
)
_US: Final = re.compile(r"[我你咱您俺]")
_CLAUSE: Final = re.compile(r"[,，:：、]")
_ASKING: Final = re.compile(r"什么|吗|么|啥|哪|谁|怎|多少|几|咋|嘛|[?？]")


def sentence(text: str, start: int, end: int) -> str:
    """The sentence around a place in the text, at most ``_REACH`` characters to either side."""
    before, after = text[max(0, start - _REACH) : start], text[end : end + _REACH]
    return _END.split(before)[-1] + text[start:end] + _until_end(after)


def _until_end(after: str) -> str:
    found = _END.search(after)
    return after[: found.end()] if found else after


def dismissed(text: str, start: int, end: int, firmness: Firmness) -> bool:
    """Whether the words of time from ``start`` to ``end`` ask nothing about the past."""
    before, after = text[max(0, start - 12) : start], text[end : end + 16]
    if _SAID_NOW.search(before) or _is_name(before, after) or _GREETED.match(after) or _WISHED.search(before):
        return True
    if _EVERY_BEFORE.search(before) or _ASKED_DATE.match(after):
        return True
    return firmness != Firmness.PAST and _is_not_past(text, start, end, firmness)


def _is_not_past(text: str, start: int, end: int, firmness: Firmness) -> bool:
    """Whether the sentence makes of words that may mean the past a plan, a habit or nothing at all."""
    before, after, around = text[max(0, start - 12) : start], text[end : end + 16], sentence(text, start, end)
    if _URGED.search(around):
        return True
    rest = around.replace(text[start:end], " ", 1)
    told = _told(text, start, end, rest)
    if firmness >= Firmness.PLAIN and _is_general(before, after, rest, told=told):
        return True
    if told:
        return False
    if _PLAN.search(rest) or (firmness != Firmness.NOW and _COPULA.match(after)) or firmness == Firmness.SOFT:
        return True
    return firmness == Firmness.PLAIN and not ((_ASKING.search(rest) and _US.search(rest)) or len(rest) < 3)


def _told(text: str, start: int, end: int, rest: str) -> bool:
    """Whether the sentence, from the clause of the words on, tells of the past."""
    if re.search("[那当第]|前一", text[start:end]) or _RECALLING.search(rest):
        return True
    tail = _CLAUSE.split(text[max(0, start - 12) : start])[-1] + " " + _until_end(text[end : end + _REACH])
    tail = _CHANGING.sub("", tail)
    if _US.search(rest):
        return bool(_TELLING.search(tail) or _TELLING_US.search(tail))
    return bool(_TELLING.search(tail) and _ASKED_OF.search(tail))


def _is_name(before: str, after: str) -> bool:
    quoted = before[-1:] in tuple("“\"‘'") and after[:1] in tuple("”\"’'")
    return quoted or bool(_NAMED_BEFORE.search(before) or _NAMED_AFTER.match(after))


def _is_general(before: str, after: str, rest: str, *, told: bool) -> bool:
    """A habit, a liking, or the news that the time has come."""
    if _UNTIL.search(before) or _KNOWLEDGE.search(rest):
        return True
    if _LIKING.search(before) or _ARRIVING.match(after):
        return True
    if _ARRIVING_BEFORE.search(before) and not told:
        return True
    return bool(_HABIT.search(rest)) or (not told and bool(_LIKED.search(rest)))


def asks(text: str, start: int, end: int) -> bool:
    """Whether the sentence around a place asks something."""
    return bool(_ASKING.search(sentence(text, start, end)))
