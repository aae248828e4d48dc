import type { AskWords, DialogWords, LoaderWords, PanelWords, RatingWords } from "./en.ts";

export const loaderWords: LoaderWords = {
  open: "Ouvrir le chat",
  failed: "Ouverture impossible. Réessayez.",
};

export const dialogWords: DialogWords = {
  title: "Chat",
  preview: "Nouveau message",
  close: "Fermer le chat",
  retry: "Réessayer",
};

export const ratingWords: RatingWords = {
  ask: "Comment s’est passée cette conversation ?",
  scores: ["Très mal", "Mal", "Moyen", "Bien", "Très bien"],
  more: "Quelque chose à ajouter ?",
  thanks: "Merci pour votre avis.",
};

export const askWords: AskWords = {
  ask: "Quelques informations avant de continuer",
  missing: "Remplissez ce champ.",
  phone: "Saisissez un numéro de téléphone, par exemple +33 1 23 45 67 89.",
  later: "Pas encore envoyé. Vos informations sont enregistrées et seront envoyées automatiquement.",
};

export const panelWords: PanelWords = {
  title: "Chat",
  gone: "Ce chat n’est plus disponible. Veuillez contacter le site par un autre moyen.",
  close: "Fermer le chat",
  messages: "Messages",
  compose: "Message",
  attach: "Joindre des fichiers",
  placeholder: "Écrire un message",
  emoji: "Émojis",
  send: "Envoyer",
  you: "Vous",
  earlier: "Afficher les messages précédents",
  earlierLoading: "Chargement des messages précédents",
  earlierFailed: "Les messages précédents n’ont pas pu être chargés.",
  loading: "Chargement de votre conversation",
  now: "À l’instant",
  sending: "Envoi en cours",
  sent: "Envoyé",
  automatic: "Envoyé automatiquement",
  seen: "Vu",
  waiting: "En attente d’envoi",
  typing: "{name} est en train d’écrire",
  closed: "Cette conversation a été fermée. Écrivez pour la rouvrir.",
  connecting: "Nouvelle connexion en cours…",
  offline: "Vous êtes hors ligne. Ce que vous écrivez est conservé et partira dès votre retour.",
  download: "Télécharger la conversation",
  downloadFailed: "Téléchargement impossible. Réessayez.",
  mute: "Couper le son",
  unmute: "Activer le son",
  retry: "Réessayer",
  edit: "Modifier",
  left: { one: "{count} caractère restant", other: "{count} caractères restants" },
  tooLong: {
    one: "{count} caractère de trop. Raccourcissez le message pour l’envoyer.",
    other: "{count} caractères de trop. Raccourcissez le message pour l’envoyer.",
  },
  openUnread: { one: "Ouvrir le chat, {count} nouveau message", other: "Ouvrir le chat, {count} nouveaux messages" },
  contact: "Ajouter votre nom et votre e-mail",
  contactByEmail: "Pour que nous puissions aussi répondre par e-mail.",
  contactWhy: "Ils partiront avec votre prochain message.",
  contactHide: "Masquer le nom et l’e-mail",
  name: "Nom",
  email: "E-mail",
  optional: "facultatif",
  emailAsk: "Laissez votre adresse e-mail et nous répondrons aussi par e-mail.",
  emailSaved: "Enregistré. Nous répondrons aussi à {email}.",
  save: "Enregistrer",
  notNow: "Pas maintenant",
  notSaved: "Non enregistré. Réessayez.",
  dismiss: "Masquer",
  nameInvalid: "Utilisez une seule ligne de 80 caractères au plus.",
  emailInvalid: "Cette adresse e-mail n’est pas complète, comme l’est ana@example.com.",

  sendOffline: "Non envoyé. Vous êtes hors ligne ; le message partira dès votre retour.",
  sendNetwork: "Pas encore envoyé. La connexion a échoué ; votre message est conservé et repartira de lui-même.",
  sendUnavailable:
    "Pas encore envoyé. Le chat n’est pas disponible pour le moment ; votre message est conservé et repartira de lui-même.",
  sendBusy: {
    one: "Trop de messages pour l’instant. Le vôtre est conservé et partira dans {count} seconde.",
    other: "Trop de messages pour l’instant. Le vôtre est conservé et partira dans {count} secondes.",
  },
  sendRefused: "Non envoyé. Ce chat n’accepte pas le message.",
  sendGone: "Non envoyé. Ce chat n’est plus disponible ; écrivez au site par un autre moyen.",
  sendNotHere: "Non envoyé. Ce chat n’est pas configuré pour ce site.",
  sendContact: "Non envoyé. Vérifiez votre nom et votre e-mail, puis réessayez.",
  sendInvalid:
    "Non envoyé. Le message contient quelque chose qui ne peut pas être envoyé. Modifiez-le, puis réessayez.",
  sendFailed: "Non envoyé. Une erreur s’est produite de notre côté ; votre message est conservé. Réessayez.",

  openBusy: "Il y a eu trop de demandes. Patientez un instant, puis réessayez.",
  openNotHere: "Ce chat n’est pas configuré pour ce site.",
  openFailed: "Une erreur s’est produite de notre côté ; les messages précédents ne sont donc pas affichés.",
};
