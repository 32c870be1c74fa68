"""What a turn is told besides the talk: cast, chronicle, director, pictures, what memory is asked."""
