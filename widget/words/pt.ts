import type { AskWords, DialogWords, LoaderWords, PanelWords, RatingWords } from "./en.ts";

export const loaderWords: LoaderWords = {
  open: "Abrir o chat",
  failed: "Não abriu. Tente de novo.",
};

export const dialogWords: DialogWords = {
  title: "Chat",
  preview: "Nova mensagem",
  close: "Fechar o chat",
  retry: "Tentar novamente",
};

export const ratingWords: RatingWords = {
  ask: "Como foi a conversa?",
  scores: ["Péssimo", "Ruim", "Regular", "Bom", "Ótimo"],
  more: "Quer acrescentar algo?",
  thanks: "Agradecemos a avaliação.",
};

export const askWords: AskWords = {
  ask: "Alguns dados antes de continuar",
  missing: "Preencha este campo.",
  phone: "Digite um número de telefone, por exemplo +55 11 91234 5678.",
  later: "Ainda não enviado. Seus dados estão salvos e serão enviados automaticamente.",
};

export const panelWords: PanelWords = {
  title: "Chat",
  gone: "Este chat não está mais disponível. Entre em contato com o site de outra forma.",
  close: "Fechar o chat",
  messages: "Mensagens",
  compose: "Mensagem",
  attach: "Anexar arquivos",
  placeholder: "Escrever uma mensagem",
  emoji: "Emojis",
  send: "Enviar",
  you: "Você",
  earlier: "Mostrar mensagens anteriores",
  earlierLoading: "Carregando mensagens anteriores",
  earlierFailed: "Não foi possível carregar as mensagens anteriores.",
  loading: "Carregando a conversa",
  now: "Agora mesmo",
  sending: "Enviando",
  sent: "Enviada",
  automatic: "Enviada automaticamente",
  seen: "Visto",
  waiting: "À espera de envio",
  typing: "{name} está escrevendo",
  closed: "Esta conversa foi encerrada. Escreva para abri-la de novo.",
  connecting: "Conectando de novo…",
  offline: "Você está sem conexão. O que você escrever fica guardado e vai assim que a conexão voltar.",
  download: "Baixar a conversa",
  downloadFailed: "Não foi possível baixar. Tente de novo.",
  mute: "Desativar o som",
  unmute: "Ativar o som",
  retry: "Tentar novamente",
  edit: "Editar",
  left: { one: "Resta {count} caractere", other: "Restam {count} caracteres" },
  tooLong: {
    one: "{count} caractere a mais. Encurte a mensagem para a enviar.",
    other: "{count} caracteres a mais. Encurte a mensagem para a enviar.",
  },
  openUnread: { one: "Abrir o chat, {count} mensagem nova", other: "Abrir o chat, {count} mensagens novas" },
  contact: "Adicionar nome e e-mail",
  contactByEmail: "Para podermos responder também por e-mail.",
  contactWhy: "Seguem com a próxima mensagem.",
  contactHide: "Ocultar nome e e-mail",
  name: "Nome",
  email: "E-mail",
  optional: "opcional",
  emailAsk: "Deixe seu e-mail e também responderemos por lá.",
  emailSaved: "Salvo. Também responderemos para {email}.",
  save: "Salvar",
  notNow: "Agora não",
  notSaved: "Não foi salvo. Tente de novo.",
  dismiss: "Ocultar",
  nameInvalid: "Use uma única linha com, no máximo, 80 caracteres.",
  emailInvalid: "Este não é um endereço de e-mail completo, como ana@example.com.",

  sendOffline: "Não enviada. Sem conexão à internet; a mensagem segue assim que a conexão voltar.",
  sendNetwork: "Ainda não enviada. A conexão falhou; sua mensagem está guardada e vai de novo sozinha.",
  sendUnavailable:
    "Ainda não enviada. O chat não está disponível agora; sua mensagem está guardada e vai de novo sozinha.",
  sendBusy: {
    one: "Mensagens demais por agora. A sua está guardada e será enviada em {count} segundo.",
    other: "Mensagens demais por agora. A sua está guardada e será enviada em {count} segundos.",
  },
  sendRefused: "Não enviada. Este chat não aceita a mensagem.",
  sendGone: "Não enviada. Este chat não está mais disponível; escreva ao site de outra forma.",
  sendNotHere: "Não enviada. Este chat não está configurado para este site.",
  sendContact: "Não enviada. Verifique o nome e o e-mail e tente novamente.",
  sendInvalid: "Não enviada. A mensagem contém algo que não pode ser enviado. Edite-a e tente novamente.",
  sendFailed: "Não enviada. Ocorreu um erro do nosso lado; a mensagem está guardada. Tente novamente.",

  openBusy: "Houve pedidos demais. Espere um momento e tente novamente.",
  openNotHere: "Este chat não está configurado para este site.",
  openFailed: "Ocorreu um erro do nosso lado, por isso as mensagens anteriores não são mostradas.",
};
