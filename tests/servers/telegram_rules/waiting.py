"""What waits for a bot."""

from telegram import Bot


async def texts(bot: Bot) -> list[str]:
    """The texts of the messages that wait for the bot; they are confirmed."""
    updates = await bot.get_updates()
    if updates:
        await bot.get_updates(offset=updates[-1].update_id + 1, limit=1)
    return [str(update.message.text) for update in updates if update.message]
