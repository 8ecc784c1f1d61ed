import type * as source from "../../../texts/admin/usuarios.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/admin/usuarios.ts`: the list of users. */
export const usuariosTexts: Translated<typeof source.usuariosTexts> = {
  lista: "Users",
  novo: "Invite user",
  total: (n) => (n === 1 ? "1 user" : `${n} users`),
  ordens: { nomeCompleto: "Full name", usuario: "User", email: "E-mail" },
  colunas: {
    usuario: "User",
    email: "E-mail",
    papel: "Permission",
    situacao: "Status",
    acesso: "Last access",
  },
  permissoes: {
    proprietario: "Owner",
    administrador: "Administrator",
    usuario: "User",
    manifesta: "submits statements",
    empresas: (n) => (n === 1 ? "only 1 company" : `only ${n} companies`),
  },
  situacoes: {
    ativo: "Active",
    inativo: "Inactive",
    convidado: "Invitation sent",
    vencido: "Invitation expired",
  },
  nunca: "Has not signed in yet",
  voce: "you",
  abrir: (nome) => `Open the user ${nome}`,
  acoes: (nome) => `Actions of the user ${nome}`,
  menu: {
    abrir: "Open",
    reenviar: "Resend invitation",
    senha: "Send new password link",
    ativar: "Activate",
    inativar: "Deactivate",
    excluir: "Delete",
  },
  senhaEnviada: (email) => `New password link sent to ${email}.`,
  inativar: {
    titulo: (nome) => `Deactivate ${nome}?`,
    texto: "The open sessions end now, and this user can no longer sign in until activated again.",
    acao: "Deactivate",
  },
  excluir: {
    titulo: (nome) => `Delete ${nome}?`,
    texto:
      "The user no longer exists, and their personal data is deleted. What they did stays in the account log.",
    acao: "Delete user",
    feita: (nome) => `User ${nome} deleted.`,
  },
};

/** English texts of the form of one user. */
export const usuarioTexts: Translated<typeof source.usuarioTexts> = {
  novoTitulo: "Invite user",
  subtitulo: "user",
  voltar: "Back to users",
  lado: "What the user can do",
  campos: {
    nomeCompleto: "Full name",
    nome: "What to call them",
    nomeDica: "The short name, shown in the menu and in notifications.",
    nomeUsuario: "Username",
    nomeUsuarioDica: "The person signs in with it and with the account identifier.",
    email: "E-mail",
    emailDica: "Receives the invitation, the notifications and the new password link.",
    administrador: "Administrator",
    administradorDica:
      "Registers companies, users and mailboxes, uploads certificates and releases from quarantine.",
    administradorProprio: "Only another administrator can remove your permission.",
    senhaAtual: "Current password",
    senhaAtualDica: "To change your e-mail, confirm that it is you: a new password is created through it.",
    manifestacao: "Recipient's statement",
    manifestacaoDica: "States to SEFAZ, on behalf of the companies, what happened with the received NF-e.",
    restrito: "Only some companies",
    restritoDica: "Sees only the documents, totals and e-mails of the selected companies.",
    empresas: "Companies the user sees",
    semEmpresas: "No company selected: the user sees no documents.",
  },
  convidar: "Invite",
  salvar: "Save",
  salvo: (nome) => `User ${nome} saved.`,
  convidado: (email) => `Invitation sent to ${email}.`,
  convite: {
    titulo: "Invitation",
    ate: (quando) => `The link is valid until ${quando.replace(/^on /, "")}.`,
    vencido: "The link has expired.",
    reenviar: "Resend invitation",
  },
  depois: {
    titulo: "After you invite",
    texto:
      "The person receives a link by e-mail, chooses their own password and can sign in. The link is valid for 72 hours.",
  },
};
