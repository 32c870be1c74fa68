"""Words of everyday talk, which say little about what a talk was about: greetings, feelings, meals, sleep, weather.

The lists are our own. A word on them is not nothing ("coffee" may be the matter), but a line of such words alone states
nothing that a day is remembered by.
"""

import re
from typing import Final

_ENGLISH: Final = (
    "able about absolute actual again ago ah ain all almost alone already alright always amaze another answer any"
    " anybody anymore anyone anything anyway anyways anywhere apparently aren arrive ask asleep aw awake away"
    " awesome awful baby back bad barely bed bedtime begin believe best bet better big bit bless bore both bother"
    " boy brb break breakfast bring bro busy buy bye call calm care catch change chat check cheers chill classic"
    " clear close coffee cold come congrats congratulation cool couch could couldn course crack crazy cry cuddle"
    " cute dark darling day dead deal dear definitely didn different dinner doesn don doubt dream drink drop early"
    " easy eat eight else end enjoy enough especially even evening eventually ever every everybody everyone"
    " everything exact except excite exhaust eye face fact fair fall fast feel few final find fine finish first"
    " five folk food foot forget forgive four free fresh friday friend full fun funny get girl give glad gladly go"
    " god gonna good goodbye goodnight gosh gotta great grin gross guess guy ha hadn hahaha half hand happen happy"
    " hard hardly hasn hate haven head hear heart heat heavy hell hello help hey hi hm hmm hold home honest honey"
    " hooray hope hot hour hug huge hungry hurray hurry hurt idea imagine indeed instead involve isn joke keep kid"
    " kind kinda kiss know lady last late lately later laugh lazy leave less let like likely listen literally"
    " little lmao lol lonely long look loose lot loud love lovely low luck lucky lunch mad make many matter maybe"
    " mean meantime meet mention mess message might mind minute miss moment monday month mood more morning most"
    " mostly move much name nap near need never new news next nice night nighty nine nobody none nope normal"
    " nothing notice now obvious offer often oh ok okay old omg once one only onto open other otherwise ouch"
    " outside own pain past people perfect perhaps phone piece place plan play please pleasure point poor possible"
    " pretty probable problem promise proud put question quick quiet quite rain random rather read ready real"
    " really reason relax remember remind rest right room rough run sad safe same saturday say scare second see"
    " seem sense seriously seven several shame share shit should shouldn show shower shrug shut sick sigh silly"
    " simple since sit situation six sleep sleepy slow small smile snow sofa somebody somehow someone something"
    " sometimes somewhere soon sorry sort sound spend stand start stay stick still stone stop story strange stress"
    " stuff stupid such suddenly suit sun sunday sunny super supper suppose sure surprise sweet sweetheart sweetie"
    " take talk tea tell ten terrible text thank thanks thing think though thought three through thursday tight"
    " till time tired tiredness today together tomorrow tonight top total totally touch tough true trust truth try"
    " tuesday turn tv two type ugh understand unless until upset use usual wait wake walk wanna want warm wasn"
    " watch water way weather wednesday week weekend weird welcome well weren wet whatever while whoa whole whose"
    " wink wish with without won wonder wonderful word work world worry worse worst worth wouldn wow write wrong x"
    " xo xoxo xx yawn yay yeah year yep yes yesterday yet yo young yup zzz"
)
_CHINESE: Final = (
    # time
    "今天|昨天|明天|前天|后天|今晚|昨晚|明晚|早上|上午|中午|下午|晚上|傍晚|半夜|凌晨|现在|刚才|刚刚|待会儿?|一会儿?|等会儿?|马上|最近|以前|以后|之前|之后|后来"
    "|周末|周[一二三四五六日天]|星期[一二三四五六日天]?|礼拜[一二三四五六日天]?|上周|下周|这周|上个?月|下个?月|这个月|今年|去年|明年|时候|时间|小时|分钟|半天|一天|几天|每天|整天|天天|几点|[一二三四五六七八九十]+点半?"
    # who, what, how
    "|我们|咱们?|你们|他们|她们|它们|自己|大家|别人|人家|有人|什么|甚么|怎么样?|怎样|哪里|哪儿|哪个|哪些|为什么|为啥|干嘛|干吗|干什么|多少|几个|这个|那个|这些|那些|这样|那样|这么|那么|这里|那里|这儿|那儿|这边|那边|这次|那次|这事|那事|事情|事儿|东西"
    # connectives, degrees, moods
    "|因为|所以|但是|可是|不过|然后|还有|还是|或者|如果|要是|虽然|而且|并且|其实|反正|总之|比如|就是|只是|也是|都是|不是|是不是|有没有|能不能|可不可以|行不行|好不好|对不对|不会|不要|不能|不用|不想|不知道|没有|没事|没关系|没什么|没办法|不好意思|对不起|抱歉"
    "|可以|可能|应该|必须|需要|能够|一定|肯定|大概|也许|好像|似乎|感觉|觉得|认为|以为|知道|记得|忘记?了?|想到|想要|希望|打算|准备|开始|继续|已经|还没|正在|一直|总是|经常|有时候?|偶尔|从来|再也|终于|突然|忽然|果然|居然|竟然|原来|本来|到底|究竟|真的|真是|实在|非常|特别|十分|比较|有点儿?|一点儿?|稍微|超级?|很多|好多|一些|一下|一个|一起|一样|差不多|差点儿?"
    "|对了|话说|顺便|老实讲|说实话|老实说|说真的|可不是|怪不得|难怪|偏偏|听说|据说|看来|看着|看到|看见|听到|听着|说起来|算了|随便|加油|当然|确实|的确|绝对|行吧|好吧|好的|好呀|好啊|是的|是啊|对啊|嗯嗯"
    # greetings, feelings, meals, sleep, weather
    "|你好|您好|早安|午安|晚安|早呀|早啊|哈喽|拜拜|再见|回头见|回头|明天见|谢谢|多谢|感谢|辛苦|抱抱|亲亲|爱你|想你|么么哒?|哈+|嘻+|呵+|呜+|嗯+|哼+|笑死我?了?|开心|高兴|快乐|难过|伤心|生气|害怕|担心|放心|紧张|激动|无聊|孤单|委屈|可爱|可怜|讨厌|喜欢|心情|心里|脑子|心情如何"
    "|吃饭|吃了|吃过|吃完|午饭|晚饭|早饭|早餐|夜宵|好吃|肚子|喝水|喝茶|泡茶|喝咖啡|咖啡|奶茶|睡觉|睡了|睡得|睡着|睡醒|睡不着|起床|起来|熬夜|累死?|休息|沙发|洗澡|做梦|好梦|眼睛|头疼|下雨|下雪|刮风|天气|太阳|好冷|好热|天黑"
    "|上班|下班|回家|到家|出门|在家|路上|回来|出去|过来|过去|进去|出来|走了|走开|有空|没空|聊天|说话|说说|告诉|答复|回答|回复|帮忙|看看|想想|打电话|电话|消息|照片|拍张?"
    "|朋友|宝贝|亲爱的|家伙|东东|样子|办法|意思|问题|地方|厉害|不错|糟糕?|奇怪|漂亮|舒服|简单|容易|麻烦|重要|有趣|有意思|搞笑|新鲜"
)

ENGLISH: Final = frozenset(_ENGLISH.split())
CHINESE: Final = re.compile(_CHINESE)
PARTICLES: Final = frozenset(
    "的了着过吗呢吧啊呀哦噢哟哎唉诶欸喂嘛啦咯呗哈嗯我你您他她它这那是有在和跟与及也都就才又再还要会能可得把被让给"
    "从对往向为以于由将所之其而且但却只光没不别很挺太最真好想说讲看听去来走到回吃喝睡做弄等找拿用买忙累困饿饱冷热疼酸"
    "醒怎么什谁哪几些个点儿下上里外一样们啥咋干"
)
