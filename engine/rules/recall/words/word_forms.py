"""Which words of English say nothing by themselves, and whose forms no rule leads back to."""

from typing import Final

_NOTHING: Final = (
    "a an the of to in on at for with from by about into over after before and or but if so than then that this these"
    " those it its is are was were be been being am do does did doing done have has had having i me my mine we us our"
    " ours you your yours he him his she her hers they them their theirs what which who whom whose when where why how"
    " will would can could should may might must shall not no nor as there here just also too very s t re ve ll d m"
)
SAYS_NOTHING: Final = frozenset(_NOTHING.split())
_SAME: Final = (
    "go went gone goes/buy bought/see saw seen/take took taken/give gave given/get got gotten/make made/find found"
    "/think thought/bring brought/teach taught/catch caught/meet met/run ran/write wrote written/speak spoke spoken"
    "/tell told/say said/sell sold/feel felt/leave left/lose lost/win won/begin began begun/drive drove driven"
    "/eat ate eaten/fly flew flown/grow grew grown/know knew known/hear heard/hold held/keep kept/sleep slept"
    "/spend spent/send sent/build built/pay paid/choose chose chosen/break broke broken/draw drew drawn"
    "/drink drank drunk/fall fell fallen/forget forgot forgotten/hide hid hidden/ride rode ridden/ring rang rung"
    "/rise rose risen/sing sang sung/sit sat/stand stood/steal stole stolen/swim swam swum/throw threw thrown"
    "/understand understood/wake woke woken/wear wore worn/come came/become became/lead led/light lit/shoot shot"
    "/show shown/tear tore torn/fight fought/seek sought/stick stuck/swing swung/hang hung/dig dug/feed fed"
    "/bite bit bitten/blow blew blown/freeze froze frozen/shake shook shaken/child children kid kids/man men"
    "/woman women/foot feet/tooth teeth/mouse mice/person people/life lives/wife wives/leaf leaves/knife knives"
    "/shelf shelves/good better best/bad worse worst/lie lay lain/lend lent/mean meant/deal dealt/dream dreamt"
    "/learn learnt/burn burnt/bend bent/bind bound/sew sewn/sink sank sunk/spring sprang sprung/strike struck"
    "/weave wove woven/weep wept/wind wound"
)
BASE: Final = {form: forms[0] for forms in (group.split() for group in _SAME.split("/")) for form in forms[1:]}
"""A form of a word → the word."""
_UNCHANGED: Final = "read put cut hit let set cost hurt shut quit spread"
PAST: Final = {
    **{forms[0]: forms[1] for forms in (group.split() for group in _SAME.split("/")) if forms[0] != "child"},
    **{verb: verb for verb in _UNCHANGED.split()},
}
"""A verb → its past, where that is no regular one."""
