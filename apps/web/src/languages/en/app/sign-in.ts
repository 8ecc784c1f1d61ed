import type * as source from "../../../texts/app/sign-in.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/app/sign-in.ts`. */
export const signInTexts: Translated<typeof source.signInTexts> = {
  titulo: "Sign in",
  identificador: "Account identifier",
  identificadorDica: "The name of your company in Malote, without spaces.",
  usuario: "User",
  senha: "Password",
  mostrarSenha: "Show the password",
  esconderSenha: "Hide the password",
  capsLock: "Caps Lock is on",
  lembrar: "Remember me",
  entrar: "Sign in",
  esqueceu: "Forgot my password",
  criarConta: "Create an account",
  codigo: "Authenticator code",
  codigoOuReserva: "Second-factor code, or a backup code",
  codigoDica: "The 6 digits in the app, or a backup code.",
  outraPessoa: "Sign in with another user",
  confirme: {
    titulo: "Confirm that it is you",
    texto: "You signed in more than 15 minutes ago. What you have filled in stays as it is.",
    comCodigo: "Use a second-factor code",
    comSenha: "Use the password",
    confirmar: "Confirm",
  },
  continuar: {
    titulo: "Your session has expired",
    texto: "Type your password to continue from here. What you filled in is still there.",
    dica: "After you sign in, what you asked for continues by itself.",
    dicaDemonstracao: "In the demo, the password is Malote123.",
    quem: (usuario, conta) => `${usuario}, account ${conta}`,
    naoSouEu: "Not you?",
    voltar: "Back to the page",
    entrar: "Sign in and continue",
    esperando: "Sign in again to continue. What you filled in is still there.",
  },
  vazio: {
    identificador: "Enter the account identifier.",
    espacos: "The account identifier cannot contain spaces.",
    usuario: "Enter the user.",
    senha: "Enter the password.",
  },
  painel: {
    titulo: ["The invoice arrived by e-mail.", "The rest is already done."],
    documento: "NF-e 9.033",
    emitente: "Moinho Estrela-Guia S.A.",
    valor: "R$\u00a08.911,40",
    exemplo: "Example of the life of an invoice in Malote",
    passos: [
      ["E-mail received", "from faturamento@estrelaguia.example"],
      ["XML found in the attachment", "nfe_9033.xml, inside lote_20112026.zip"],
      ["Signature intact", "Certificate of the issuer itself"],
      ["Confirmed by SEFAZ", "Protocol 141260081120944"],
      ["Delivered to the ERP", "ERP Matriz, 20/11/2026 09:02"],
    ],
  },
};

/** English texts of the entrance of a demo. */
export const demoTexts: Translated<typeof source.demoTexts> = {
  entrar: "Enter the demo",
  explicacao: "A made-up company, with made-up documents. Nothing leaves this machine.",
};
