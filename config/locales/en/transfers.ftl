# Files on their way in and out, and what they bring: world books, presets, personas.

error-no-such-upload = This file is no longer waiting: it was imported, set aside, or more than an hour has passed. Please send it again.
error-not-offered-there = This file cannot be imported that way ({ $kind }, { $offer }). Please choose one of the buttons below it.
error-no-such-world = There is no world book { NUMBER($number, useGrouping: 0) } for you here. Type /world to see what there is.
error-world-of-the-house = “{ $name }” comes from the house's own folder. Only whoever runs this house can remove it there.
error-no-such-preset = There is no preset { NUMBER($number, useGrouping: 0) } for you here. Type /preset to see what there is.
error-no-such-persona = You have no persona { NUMBER($number, useGrouping: 0) }. Type /me to see which ones you have.
error-no-persona = You play nobody but yourself at the moment. Choose a persona first, with /me.
error-form-unknown = Characters can be exported as png, json or charx, not as “{ $form }”.
