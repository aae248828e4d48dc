import { forgetOffline } from "#components/offline/offline-storage.ts";
import { logInPath } from "./log-in-path.ts";

/** Goes to the login page, which says why and leads back here, because there's no session. Without one, nothing stays readable. */
export function goToLogIn(): void {
  forgetOffline();
  location.assign(`${logInPath(location.pathname + location.search)}&account=ended`);
}
