"""What people do on purpose: texts that give orders, odd input in every option, and more of it than anybody should."""
