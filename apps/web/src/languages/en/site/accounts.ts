import type * as source from "../../../texts/site/accounts.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/site/accounts.ts`: the sign-up page. */
export const createContaTexts: Translated<typeof source.createContaTexts> = {
  titulo: "Create an account",
  texto: "You create the password later, through the link that we send by e-mail.",
  conta: "The account",
  voce: "You",
  tipoPessoa: "Type of person",
  identificador: "Account identifier",
  identificadorDica:
    "The name of your company in Malote, without spaces. Everyone on the team signs in with it.",
  uf: "State",
  ufVazia: "Choose",
  ufDica: "Its time zone defines the days of the lists.",
  email: "E-mail",
  nomeUsuario: "Username",
  nomeUsuarioDica: "You sign in with it and with the account identifier.",
  nomeCompleto: "Full name",
  aceite: {
    antes: "By creating the account, you accept the ",
    termos: "Terms of use",
    meio: " and confirm that you have read the page ",
    privacidade: "Privacy",
    fim: ".",
  },
  acao: "Create an account",
  feita: "You only have to confirm",
  feitaTexto: (email) =>
    `We sent an e-mail to ${email}. Open its link within 72 hours and choose your password.`,
  semEmail: "It did not arrive? Look in the spam folder, or create the account again with the right address.",
  jaTem: "Already have an account?",
  entrar: "Sign in",
};

/** English texts of the password reset request. */
export const forgotPasswordTexts: Translated<typeof source.forgotPasswordTexts> = {
  titulo: "Forgot my password",
  texto: "Type the e-mail of your user. We will send it a link to create a new password.",
  email: "E-mail",
  acao: "Send link",
  feito: "Check your e-mail",
  voltar: "Back to sign-in",
};

/** English texts of the password form behind a link. */
export const newPasswordTexts: Translated<typeof source.newPasswordTexts> = {
  configurar: {
    titulo: "New password",
    texto: (nome, conta) =>
      `${nome}, choose the new password of your user in the account ${conta}. The open sessions end.`,
    acao: "Save the password",
  },
  convite: {
    titulo: "Welcome to Malote",
    texto: (nome, conta) =>
      `${nome}, choose the password with which you will sign in to the account ${conta}.`,
    acao: "Create the password and continue",
  },
  identificador: "Account identifier",
  nomeUsuario: "User",
  senha: "New password",
  repetida: "Repeat the password",
  regras: {
    titulo: "The password needs",
    tamanho: "8 characters or more",
    letra: "a letter",
    digito: "a number",
    igual: "both entries equal",
    incomum: "a combination that is not among the most used ones or your name (checked when you save)",
  },
  estados: {
    cumprida: "met",
    falta: "missing",
    servidor: "not checked yet",
    recusada: "not met",
  },
};
