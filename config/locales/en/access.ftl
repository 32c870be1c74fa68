# Who may talk: the owner, and the places that the owner has opened.

error-not-owner = Only the owner of this Omoide can do that.
error-no-such-space = There is no place with the number { $number }. See the list of places.
