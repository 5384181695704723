# Citeline from its wheel: docker build -t citeline . && docker run --rm -v "$PWD:/src:ro" -v citeline:/state citeline ask "…"
FROM python:3.12-slim AS build
WORKDIR /build
COPY . .
RUN pip install --no-cache-dir build && python -m build --wheel --outdir /dist

FROM python:3.12-slim
COPY --from=build /dist/*.whl /tmp/
COPY constraints.txt /tmp/
RUN pip install --no-cache-dir --constraint /tmp/constraints.txt /tmp/*.whl && rm -rf /tmp/* \
    && useradd --create-home citeline && mkdir /state && chown citeline /state
ENV CITELINE_HOME=/state
USER citeline
WORKDIR /src
ENTRYPOINT ["citeline"]
CMD ["--help"]
