import type * as source from "../../../texts/site/accounts.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of the sign-up page. */
export const createContaTexts: Translated<typeof source.createContaTexts> = {
  titulo: "Crear cuenta",
  texto: "La contraseña se crea después, con el enlace que le enviaremos por correo.",
  conta: "La cuenta",
  voce: "Usted",
  tipoPessoa: "Tipo de persona",
  identificador: "Identificador",
  identificadorDica:
    "El nombre de su empresa en Malote, sin espacios. Todo el equipo lo usa para iniciar sesión.",
  uf: "UF",
  ufVazia: "Elija",
  ufDica: "Su zona horaria define los días de las listas.",
  email: "Correo",
  nomeUsuario: "Nombre de usuario",
  nomeUsuarioDica: "Usted inicia sesión con él y con el identificador.",
  nomeCompleto: "Nombre completo",
  aceite: {
    antes: "Al crear la cuenta, usted acepta los ",
    termos: "Términos de uso",
    meio: " y declara haber leído la página ",
    privacidade: "Privacidad",
    fim: ".",
  },
  acao: "Crear cuenta",
  feita: "Solo falta confirmar",
  feitaTexto: (email) =>
    `Enviamos un correo a ${email}. Abra el enlace en un plazo de 72 horas y elija su contraseña.`,
  semEmail: "¿No llegó? Revise la carpeta de spam, o cree la cuenta de nuevo con la dirección correcta.",
  jaTem: "¿Ya tiene cuenta?",
  entrar: "Iniciar sesión",
};

/** Spanish texts of the password reset request. */
export const forgotPasswordTexts: Translated<typeof source.forgotPasswordTexts> = {
  titulo: "Olvidé la contraseña",
  texto: "Escriba el correo de su usuario. Le enviaremos un enlace para crear una nueva contraseña.",
  email: "Correo",
  acao: "Enviar enlace",
  feito: "Revise su correo",
  voltar: "Volver al inicio de sesión",
};

/** Spanish texts of the password form behind a link. */
export const newPasswordTexts: Translated<typeof source.newPasswordTexts> = {
  configurar: {
    titulo: "Nueva contraseña",
    texto: (nome, conta) =>
      `${nome}, elija la nueva contraseña de su usuario en la cuenta ${conta}. Las sesiones abiertas terminan.`,
    acao: "Guardar la contraseña",
  },
  convite: {
    titulo: "Le damos la bienvenida a Malote",
    texto: (nome, conta) => `${nome}, elija la contraseña con la que iniciará sesión en la cuenta ${conta}.`,
    acao: "Crear la contraseña y continuar",
  },
  identificador: "Identificador",
  nomeUsuario: "Usuario",
  senha: "Nueva contraseña",
  repetida: "Repita la contraseña",
  regras: {
    titulo: "La contraseña necesita",
    tamanho: "8 caracteres o más",
    letra: "una letra",
    digito: "un número",
    igual: "las dos iguales",
    incomum: "una combinación distinta de las más usadas y de su nombre (se verifica al guardar)",
  },
  estados: {
    cumprida: "cumplida",
    falta: "falta",
    servidor: "todavía sin verificar",
    recusada: "no cumplida",
  },
};
