export const BLOCKED_WORDS =
  "Your browser does not let this page tell you of new messages. To change that, open the settings of this site beside its address, and allow notifications.";
