-- Where posts of a circle are in another channel, comments on them are answers to a copy of the post.

CREATE TABLE post_thread (
    space_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    post text NOT NULL,
    root text NOT NULL,
    said_sha256 text NOT NULL,
    PRIMARY KEY (space_id, channel_id, post),
    FOREIGN KEY (space_id, channel_id) REFERENCES channel ON DELETE CASCADE
);
CREATE INDEX post_thread_root ON post_thread (space_id, channel_id, root);
COMMENT ON TABLE post_thread IS 'Copies of posts, as a platform makes them by itself: what answers one is a comment on its post.';
COMMENT ON COLUMN post_thread.said_sha256 IS 'Of the text of the copy: by it a post is found whose sending got no answer.';
