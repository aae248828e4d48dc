import { catalog } from "#platform/catalog.ts";

/** A site's logo and a person's photo. */
export const picturesCopy = catalog("pictures", {
  drop: "Drop it here",
  uploading: "Uploading…",
  removing: "Removing…",
  tooLarge: "This file is larger than 5 MB. Nothing was changed. Choose a smaller one.",
  notPicture: "This file isn’t a JPEG, PNG, WebP, GIF or AVIF picture. Nothing was changed. Choose another one.",
  unreadable: "This picture can’t be read: it’s damaged, or has more than 40 million pixels. Nothing was changed.",
  busy: "The service is busy. Nothing was changed. Try again in a few seconds.",

  logo: {
    title: "Logo",
    none: "No logo",
    hint: "Replaces the mark in the chat window. Up to 5 MB, cropped to a square.",
    upload: "Upload logo",
    replace: "Replace logo",
    remove: "Remove logo",
    saved: "Logo saved. Visitors see it when they open the chat.",
    removed: "Logo removed. Visitors see the mark again.",
  },

  photo: {
    title: "Photo",
    none: "No photo",
    hint: "Shown to teammates, and to visitors on sites that show who replies. Up to 5 MB, cropped to a square.",
    upload: "Upload photo",
    replace: "Replace photo",
    remove: "Remove photo",
    saved: "Photo saved.",
    removed: "Photo removed. Your initials are shown again.",
  },
});
