// Checks that the service in this container is ready, for the Dockerfile's HEALTHCHECK: exit code 0, else 1.
const { PORT = "3000" } = process.env;
const response = await fetch(`http://127.0.0.1:${PORT}/health/ready`).catch(() => undefined);
process.exit(response?.status === 200 ? 0 : 1);
