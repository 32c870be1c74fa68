"""What a chat looks up on the web: when, with which words, how it is told to a model and read off its reply. Pure."""
