"""What people say to one another around a question: greetings, thanks, interjections, words of address.

Phrases are separated by "|". *Free* ones are recognised wherever a sentence begins (openers) or ends (closers); *bound*
ones mean something else as often, so they count only where punctuation, a name or the end of the text sets them apart.
"""

import re
from typing import Final

LAUGHTER: Final = re.compile(
    r"b?w?a?(?:ha){2,}h?|(?:he){2,}h?|(?:hi){2,}|(?:ho){3,}|lo+l(?:ol)*|lo+lz|lmf?ao+|rofl|x+d+|w{3,}|k{2,}|(?:ja){2,}"
    r"|23{2,}|6{2,}|xx+"
)
SIGHS: Final = re.compile(
    r"hm+|mm+|m?hm+|u+h+m*|u+m+|e+r+m*|a+h+|o+h+|a+w+|wo+w+|e+h+|o+y+|pf+t*|ps+t+|s+h+|y+a+y+",
)
"""What else is only breathed; at the end of a sentence such letters may be short for something."""

FREE_OPENERS: Final = (
    "what's up with you|what's up with you lately|how are you lately|how have you been lately|how've you been"
    "|how've you been lately|how are you doing today|how's it going today|what's up today"
    "|hey|hi|hello|hullo|heya|hiya|hallo|howdy|yo|greetings|ahoy|gm|gn|g'day|good morning|good afternoon"
    "|good evening|good night|good day|mornin|evenin|welcome back|hey there|hi there|hello there|hi again"
    "|hello again|long time no see|how are you|how are u|how are you doing|how are you today|how are things"
    "|how's it going|how is it going|how have you been|how's everything|how's life|what's up|whats up|wassup"
    "|what's new|nice to see you|good to see you|glad to see you|nice to see you again|good to see you again"
    "|i'm back|im back|it's me|it's me again|me again|you there|are you there|are you awake|anyone here"
    "|happy monday|happy tuesday|happy wednesday|happy thursday|happy friday|happy saturday|happy sunday"
    "|happy weekend|happy new year|merry christmas|happy birthday|top of the morning|rise and shine"
    "|hope you're well|hope you are well|hope you slept well|thanks|thank you|thank u|thanks a lot|thanks so much"
    "|thank you so much|thanks very much|thank you very much|many thanks|thanks a bunch|thanks a ton|thanks again"
    "|thx|thnx|ty|tysm|tyvm|sorry|so sorry|i'm sorry|im sorry|sorry to bother you|sorry to bother"
    "|sorry to interrupt|sorry for the late reply|sorry i'm late|excuse me|pardon|pardon me|my bad|please|pls|plz"
    "|plss|no worries|no problem|np|never mind|nevermind|nvm|you're welcome|if you don't mind|if you do not mind"
    "|if i may|if i may ask|if you please|be so kind|if you would|don't worry|no rush|when you have a minute"
    "|when you have a moment|when you have a sec|whenever you're ready|whenever you have time|omg|oh my god|oh my"
    "|oh my gosh|oh god|oh no|oh well|oh dear|gosh|geez|jeez|gee|ugh|whoa|woah|oops|whoops|yikes|phew|meh|aha"
    "|tada|btw|by the way|fyi|tbh|ngl|imo|imho|idk|ok|okay|okey|alright|all right|anyway|anyways|anyhow|actually"
    "|honestly|seriously|basically|well|so|um so|ok so|okay so|and so|now then|so anyway|but seriously|wait"
    "|wait a minute|wait a second|wait a sec|hold on|hang on|one sec|one second|just a second|just a sec"
    "|one moment|guess what|you know what|tell you what|let's see|let me see|let me think|to be honest"
    "|speaking of which|on another note|on a different note|changing the subject|change of subject"
    "|random question|quick question|a quick question|just a quick question|quick q|one quick question"
    "|one question|a question|another question|one more question|one more thing|just one thing|one thing"
    "|last question|serious question|silly question|stupid question|dumb question|honest question|small question"
    "|real quick|quickly|question for you|i have a question|i've got a question|i got a question"
    "|i have a quick question|got a question|can i ask|can i ask you|can i ask something|can i ask you something"
    "|can i ask you a question|may i ask|may i ask you something|may i ask something|let me ask|let me ask you"
    "|let me ask you something|i want to ask|i wanted to ask|wanted to ask|just wanted to ask|i'd like to ask"
    "|do you have a minute|do you have a moment|got a minute|got a sec|just curious|i'm curious|im curious"
    "|i am curious|out of curiosity|just wondering|i was wondering|i was just wondering|was wondering"
    "|i'm wondering|wondering|i wanted to know|help me out|help me out here|help me|remind me again"
    "|refresh my memory|do me a favor|do me a favour|a favor|pretty please|yes|yeah|yep|yup|yea|nope|nah|no way"
    "|of course|got it|gotcha|i see|makes sense|fair enough|sounds good|sounds great|good point|good idea"
    "|good one|nice one|that's nice|that's great|that's good|that's funny|that's cool|that's fair|that's ok"
    "|that's okay|that's all right|i'm fine|i'm good|i'm ok|i'm okay|i'm well|i'm great|i'm fine thanks|not bad"
    "|same here|me too|agreed|very funny|so funny|too funny|so cute|love it|love that|love you|love ya|miss you"
    "|missed you|i missed you|i miss you|i love you|hey you|hey man|oh man|oh boy|dear all|早上好|早安|早呀|早啊"
    "|早哇|早早|早早早|早上好呀|早上好啊|大清早好|上午好|中午好|下午好|傍晚好|晚上好|晚安|晚好|午安|你好|您好"
    "|你好呀|你好啊|你们好|大家好|各位好|大家早|大家晚上好|大家早上好|哈喽|哈啰|哈罗|哈咯|嗨|嘿|哟|好久不见"
    "|好久没见|我回来了|我来了|我来啦|我又来了|我回来啦|我到家了|我下班了|我醒了|我起床了|刚睡醒|在吗|在不在|在么"
    "|在嘛|你在吗|你在不在|你在么|人呢|有人吗|睡了吗|睡了没|你睡了吗|醒了吗|吃了吗|吃了没|吃饭了吗|你吃了吗|忙吗"
    "|忙不忙|有空吗|最近怎么样|最近好吗|你好吗|还好吗|最近还好吗|过得怎么样|周一快乐|周末快乐|周末愉快|节日快乐"
    "|新年快乐|生日快乐|圣诞快乐|中秋快乐|谢谢|谢谢你|谢谢您|谢谢啦|谢谢了|谢啦|谢了|多谢|多谢了|多谢啦|太谢谢了"
    "|非常感谢|感谢你|辛苦了|辛苦啦|辛苦你了|麻烦了|麻烦你|麻烦您|麻烦你了|麻烦问一下|劳驾|拜托|拜托了|拜托你"
    "|请问|请问一下|请问下|请教一下|不好意思|不好意思啊|不好意思打扰了|打扰一下|打扰了|打扰下|抱歉|对不起"
    "|抱歉打扰|冒昧问一下|借问一下|没事的|没关系|不客气|别客气|没问题|好的|好的呀|好吧|好呀|好啊|好哒|好嘞|好滴"
    "|好咧|行吧|行啊|收到|明白|明白了|知道了|我知道了|晓得了|了解|了解了|懂了|原来如此|原来是这样|这样啊|这样子啊"
    "|是吗|真的吗|真的假的|是的|是呀|是啊|对啊|对呀|对的|没错|不是吧|不会吧|有道理|说得对|说的也是|当然|当然了"
    "|哈哈|呵呵|嘿嘿|嘻嘻|笑死|笑死我了|笑死了|绝了|天哪|天啊|天呐|我的天|我的天哪|老天|妈呀|妈耶|我靠|卧槽|哎呀"
    "|哎哟|哎呦|啊呀|哇塞|哇哦|好家伙|嗯|唔|哦|噢|喔|啊|呃|哎|诶|欸|唉|咦|哇|嗯哼|呜呜|呜|咳咳|啧|呀|对了|话说"
    "|说起来|说回来|顺便问一下|顺便问下|顺便问一句|顺便|顺带|突然想到|突然想起来|忽然想到|忽然想起来|我突然想到"
    "|我想起来了|想起来了|说真的|说实话|讲真|老实说|其实|等等|等一下|等下|等会|稍等|稍等一下|慢着|且慢|先别说"
    "|不对|不对不对|那个啥|那啥|怎么说呢|问一下|问下|问个问题|问一个问题|问你个问题|问你一个问题|问你个事"
    "|问你件事|问你一件事|问个事|有个问题|有一个问题|我有个问题|我有一个问题|想问一下|想问下|想问问|想问你"
    "|想问问你|想问个问题|想问你个问题|我想问|我想问一下|我想问问|我想问下|我想问你|我想问你个问题|我想问个问题"
    "|我问你|我问一下|我问问|好奇|好奇问一下|我好奇|我很好奇|有点好奇|只是好奇|随便问问|随口一问|考考你|考你一下"
    "|听我说|你听我说|帮个忙|帮帮我|帮我个忙|最后一个问题|再问一个|再问一下|再问你一下|另外|还有|还有就是"
    "|还有一个问题|小问题|一个小问题|爱你|爱你哦|么么哒|想你了|好想你|想死你了|我想你了"
)
BOUND_OPENERS: Final = (
    "morning|afternoon|evening|night|there|no|not really|right|true|sure|fine|cool|nice|great|good|perfect"
    "|awesome|amazing|wonderful|lovely|excellent|brilliant|funny|interesting|really|oh really|look|listen"
    "|listen up|see|say|like|then|also|next|again|first|first of all|and then|finally|hmm ok|deal|done|noted"
    "|understood|whatever|truly|god|lord|damn|dang|shit|fuck|hell|heck|oh yes|oh no|and|but|or|now|yes please"
    "|i forgot|i forget|i'm back now|i'm here|im here|i am here|i am back|back again|just got home"
    "|i just got home|i just woke up|just woke up|i just got up|good to be back|here i am|here we are"
    "|there you are|my memory is bad|my memory is terrible|bad memory|brain fog|i'm tired|so tired|long day"
    "|what a day|i'm bored|so bored|you're the best|you are the best|you rock|you're sweet|you're so sweet"
    "|how sweet|random|unrelated|same|question|curious|exactly|totally|cheers|k|ya|huh|sup|i wonder|absolutely"
    "|definitely|indeed|argh|早|好|行|对|是|嗯好|可以|不|不是|不行|没|没有|那|那个|那么|所以|然后|但是|可是|不过"
    "|而且|其次|首先|哪|来|看|喏|真好|真棒|太好了|太棒了|太好啦|太棒啦|不错|厉害|牛|牛啊|赞|真可爱|好可爱|可爱"
    "|好玩|有意思|真有意思|好笑|太好笑了|好累|累死了|累死我了|好困|困死了|困了|好无聊|无聊|我忘了|我忘记了"
    "|我给忘了|忘了|忘记了|想不起来了|我想不起来了|记不清了|记不清|我记性不好|记性不好|我记性差|我脑子不好|失忆了"
    "|我刚醒|我刚起床|我刚睡醒|我刚到家|我刚下班|刚醒|刚起床|刚到家|刚下班|下班了|到家了|回来了|回来啦|你真好"
    "|你真棒|你最好了|你真可爱|感谢|喂|额|恩|切|噗|嘶|咳|哼|嗷|我去|跟你说|哭了|也是|话说回来|没事|起床了|嘛"
    "|可以的"
)
FREE_CLOSERS: Final = (
    "亲爱的|亲爱滴|please|pls|plz|plss|thanks|thank you|thank u|thanks a lot|thanks so much|thank you so much"
    "|thank you very much|thanks in advance|many thanks|thx|thnx|ty|tysm|btw|by the way|tbh|omg|if you don't mind"
    "|if you do not mind|if i may ask|if i may|if you remember|if you recall|if you can remember|if you can"
    "|if you could|if you would|if possible|any idea|any ideas|just curious|i'm curious|im curious|i am curious"
    "|out of curiosity|i can't remember|i don't remember|i cannot remember|i can't recall|i don't recall"
    "|real quick|in case you remember|谢谢|谢谢你|谢谢您|谢谢啦|谢啦|多谢|感谢|拜托|拜托了|拜托啦|麻烦了|麻烦你了"
    "|辛苦了|哈哈|呵呵|嘿嘿|嘻嘻|笑死|呜呜|可以吗|好不好|好吗|行吗|行不行|可不可以|能说说吗|能讲讲吗|能告诉我吗"
    "|可以告诉我吗|能不能告诉我|能跟我说说吗|能和我说说吗|跟我说说|和我说说|给我说说|给我讲讲|跟我讲讲|告诉我"
    "|告诉我吧|告诉我一下|告诉我呗|说说看|说说呗|说来听听|讲讲呗|说一下|说一说|讲一下|提醒我一下|提醒一下我"
    "|提醒我|提醒下我|帮我回忆一下|帮我回忆下|帮我想想|帮我想一下|你还记得吗|还记得吗|记得吗|你记得吗|你还记得不"
    "|还记得不|记得不|记不记得|你还记得么|还记得么|你知道吗|知道吗|你说说|你说说看|我忘了|我忘记了|我都忘了"
    "|我给忘了|我想不起来了|想不起来了|我不记得了|不记得了|我记不清了|记不清了|我记不得了|呀|啊|呢|吧|嘛|哦|啦|哈"
    "|哟|喔|噢|咯|呗|嘞|捏|哒|欸|诶|哎|嗯|哇|么么哒|爱你|爱你哦"
)
BOUND_CLOSERS: Final = (
    "no|yes|yeah|right|huh|eh|hm|ok|okay|k|again|exactly|though|then|anyway|anyways|so|well|really|seriously"
    "|honestly|actually|first|quickly|you know|i mean|i think|i guess|i suppose|if any|sorry|good question"
    "|quick question|question|thank god|love you|miss you|don't you think|isn't it|didn't we|did we not"
    "|didn't you|or not|or so|or something|or what|good morning|good evening|good night|hello|hi|hey|i'm back"
    "|it's been a while|it has been a while|i missed you|i miss you|my memory is bad|my memory is terrible"
    "|i have a bad memory|i was asleep|i'm so forgetful|i'm forgetful|no rush|no worries|take your time|remember"
    "|do you remember|do you recall|do you know|can you remember|can you recall|can you tell me|could you tell me"
    "|would you tell me|will you tell me|tell me|tell me please|do tell|remind me|remind me please"
    "|could you remind me|can you remind me|for me|for me please|if you know|again please|once more|one more time"
    "|i wonder|i forgot|i forget|just wondering|cheers|对吧|是吧|对吗|是吗|对不对|是不是|好吧|嗯嗯|来着|我好奇"
    "|好奇|我很好奇|我记性不好|记性不好|我记性差|我脑子不好|我有点忘了|有点忘了|不好意思|抱歉|问一下|请问|早上好"
    "|早安|晚上好|下午好|你好|想你了|我回来了"
)
ADDRESSES: Final = (
    "dear|my dear|love|my love|darling|my darling|my friend|my sweet|my lord|my lady|old friend|dear friend"
    "|sweetheart|sweetie|honey|hun|babe|baby|buddy|dude|bro|bruh|mate|pal|guys|folks|everyone|everybody|you guys"
    "|y'all|all of you|man|sir|madam|ma'am|miss|friend|boss|chief|captain|master|doc|doctor|teacher|professor|kid"
    "|kiddo|girl|boy|sis|brother|sister|bestie|handsome|beautiful|gorgeous|cutie|princess|queen|king|my queen"
    "|my king|your highness|your majesty|old man|team|people|friends|all|sweet|亲爱的|亲爱滴|我的爱|宝贝|宝贝儿"
    "|宝宝|小宝贝|小可爱|小宝|老婆|老公|媳妇|亲亲|姐妹们|姐妹|兄弟|兄弟们|哥们|哥们儿|伙计|老铁|朋友|朋友们|大佬"
    "|大佬们|各位|诸位|小伙伴们|家人们|友友们|同学们|美女|帅哥|亲|宝|姐|哥|弟|妹|姐姐|哥哥|弟弟|妹妹|爸|妈|爸爸"
    "|妈妈|爷爷|奶奶|叔叔|阿姨|老师|老板|老大|老弟|老哥|老姐|同学|师傅|师父|师兄|师姐|师弟|师妹|医生|大夫|船长"
    "|队长|将军|大人|殿下|陛下|主人|先生|小姐|女士|公主|王子|前辈|大家|你们"
)
"""What people call one another instead of by name."""
PREFIXES: Final = (
    "小|阿|老|大|dear|my dear|my|old|little|mr|mrs|ms|miss|dr|captain|sir|lady|lord|master|uncle|aunt|auntie"
    "|亲爱的|我的|我家|我们家"
)
SUFFIXES: Final = (
    "姐姐|哥哥|姐|哥|妹妹|弟弟|妹|弟|酱|儿|老师|先生|小姐|女士|同学|宝宝|宝贝|宝|君|桑|总|叔|叔叔|姨|阿姨|婶|伯"
    "|爷爷|奶奶|大人|殿下|陛下|前辈|师傅|师父|师兄|师姐|医生|大夫|船长|队长|老板|大佬|大哥|大姐|兄|兄弟|公主|chan"
    "|san|kun|sama|senpai|sensei|dear|darling|my dear|my love|my friend|sir"
)
"""What stands before and behind a name where somebody is called: 小岚, Captain Lan, 岚姐, Lan-chan."""
TITLES: Final = frozenset(
    {
        "the",
        "and",
        "von",
        "van",
        "der",
        "den",
        "del",
        "dos",
        "mr",
        "mrs",
        "ms",
        "miss",
        "mister",
        "dr",
        "lady",
        "lord",
        "sir",
    }
    | {"old", "young", "little", "big", "king", "queen", "captain", "doctor", "professor"}
)
