"use client";

import { useEffect } from "react";
import { forgetOffline } from "./offline-storage.ts";

/** Removes what this browser stored for reading offline: no one is logged in here. */
export function ForgetOffline() {
  useEffect(forgetOffline, []);
  return null;
}
