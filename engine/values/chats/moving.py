"""A chat that moves to another place."""

from dataclasses import dataclass

from engine.values.chats.sessions import ChannelHead
from engine.values.ids import ChannelKey


@dataclass(frozen=True, slots=True)
class MovingChat:
    """A chat that waits under a code: where it stands, and how many ``messages`` it has on all branches.

    ``private``: it is in a place of one person and the characters. ``place`` names that for people; ``others`` is in
    how many more channels it is played, which lose it when it leaves their space. ``person`` asked for the code.
    """

    channel_head: ChannelHead
    title: str
    messages: int
    private: bool
    place: str
    others: int
    person: int

    @property
    def channel(self) -> ChannelKey:
        return self.channel_head.channel_key
