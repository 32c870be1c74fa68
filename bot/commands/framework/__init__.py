"""What every command is made of: declaration, arguments, rights, answers, buttons, forms, pages."""
