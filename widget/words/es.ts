import type { AskWords, DialogWords, LoaderWords, PanelWords, RatingWords } from "./en.ts";

export const loaderWords: LoaderWords = {
  open: "Abrir el chat",
  failed: "No se pudo abrir. Inténtelo de nuevo.",
};

export const dialogWords: DialogWords = {
  title: "Chat",
  preview: "Mensaje nuevo",
  close: "Cerrar el chat",
  retry: "Intentar de nuevo",
};

export const ratingWords: RatingWords = {
  ask: "¿Qué le ha parecido este chat?",
  scores: ["Muy mal", "Mal", "Regular", "Bien", "Muy bien"],
  more: "¿Quiere añadir algo?",
  thanks: "Gracias por su opinión.",
};

export const askWords: AskWords = {
  ask: "Unos datos antes de continuar",
  missing: "Rellene este campo.",
  phone: "Introduzca un número de teléfono, por ejemplo +34 912 345 678.",
  later: "Aún no se ha enviado. Sus datos están guardados y se enviarán automáticamente.",
};

export const panelWords: PanelWords = {
  title: "Chat",
  gone: "Este chat ya no está disponible. Póngase en contacto con el sitio web por otra vía.",
  close: "Cerrar el chat",
  messages: "Mensajes",
  compose: "Mensaje",
  attach: "Adjuntar archivos",
  placeholder: "Escribir un mensaje",
  emoji: "Emojis",
  send: "Enviar",
  you: "Usted",
  earlier: "Mostrar mensajes anteriores",
  earlierLoading: "Cargando mensajes anteriores",
  earlierFailed: "No se pudieron cargar los mensajes anteriores.",
  loading: "Cargando la conversación",
  now: "Ahora mismo",
  sending: "Enviando",
  sent: "Enviado",
  automatic: "Enviado automáticamente",
  seen: "Visto",
  waiting: "Pendiente de envío",
  typing: "{name} está escribiendo",
  closed: "Esta conversación se cerró. Escriba para volver a abrirla.",
  connecting: "Conectando de nuevo…",
  offline: "No hay conexión. Lo que escriba se guarda y se enviará en cuanto vuelva.",
  download: "Descargar la conversación",
  downloadFailed: "No se pudo descargar. Inténtelo de nuevo.",
  mute: "Silenciar el sonido",
  unmute: "Activar el sonido",
  retry: "Intentar de nuevo",
  edit: "Editar",
  left: { one: "Queda {count} carácter", other: "Quedan {count} caracteres" },
  tooLong: {
    one: "Sobra {count} carácter. Acorte el mensaje para enviarlo.",
    other: "Sobran {count} caracteres. Acorte el mensaje para enviarlo.",
  },
  openUnread: { one: "Abrir el chat, {count} mensaje nuevo", other: "Abrir el chat, {count} mensajes nuevos" },
  contact: "Añadir nombre y correo electrónico",
  contactByEmail: "Para poder responder también por correo.",
  contactWhy: "Se envían con el próximo mensaje.",
  contactHide: "Ocultar nombre y correo electrónico",
  name: "Nombre",
  email: "Correo electrónico",
  optional: "opcional",
  emailAsk: "Deje su correo y también le responderemos allí.",
  emailSaved: "Guardado. También responderemos a {email}.",
  save: "Guardar",
  notNow: "Ahora no",
  notSaved: "No se guardó. Inténtelo de nuevo.",
  dismiss: "Ocultar",
  nameInvalid: "Use una sola línea de 80 caracteres como máximo.",
  emailInvalid: "No es una dirección de correo completa, como ana@example.com.",

  sendOffline: "No enviado. No hay conexión; el mensaje saldrá en cuanto vuelva.",
  sendNetwork: "Aún no se ha enviado. Falló la conexión; su mensaje está guardado y se enviará de nuevo por sí solo.",
  sendUnavailable:
    "Aún no se ha enviado. El chat no está disponible en este momento; su mensaje está guardado y se enviará de nuevo por sí solo.",
  sendBusy: {
    one: "Demasiados mensajes por ahora. El suyo está guardado y se enviará en {count} segundo.",
    other: "Demasiados mensajes por ahora. El suyo está guardado y se enviará en {count} segundos.",
  },
  sendRefused: "No enviado. Este chat no acepta el mensaje.",
  sendGone: "No enviado. Este chat ya no está disponible; escriba al sitio web por otra vía.",
  sendNotHere: "No enviado. Este chat no está configurado para este sitio web.",
  sendContact: "No enviado. Revise el nombre y el correo electrónico e inténtelo de nuevo.",
  sendInvalid: "No enviado. El mensaje contiene algo que no se puede enviar. Edítelo e inténtelo de nuevo.",
  sendFailed: "No enviado. Hubo un fallo por nuestra parte; el mensaje se ha guardado. Inténtelo de nuevo.",

  openBusy: "Hubo demasiadas solicitudes. Espere un momento e inténtelo de nuevo.",
  openNotHere: "Este chat no está configurado para este sitio web.",
  openFailed: "Hubo un fallo por nuestra parte, por eso no se muestran los mensajes anteriores.",
};
