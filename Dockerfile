# docker build --build-arg VERSION=v1.2.3 -t fortythieves . && docker run -p 8080:8080 -v fortythieves:/data fortythieves
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=
# The empty folder gives a new volume its owner.
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -buildid= -X main.release=${VERSION}" -o /fortythieves ./cmd/fortythieves && mkdir /data

# Certificates of authorities are for --tls-domains; time zones are in the program.
FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /fortythieves /fortythieves
COPY --from=build --chown=65532:65532 --chmod=0700 /data /data
USER 65532:65532
ENV FORTYTHIEVES_ADDR=:8080 FORTYTHIEVES_DATA=/data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
ENTRYPOINT ["/fortythieves"]
