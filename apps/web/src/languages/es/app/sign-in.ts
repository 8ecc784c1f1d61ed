import type * as source from "../../../texts/app/sign-in.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of the sign-in. */
export const signInTexts: Translated<typeof source.signInTexts> = {
  titulo: "Iniciar sesión",
  identificador: "Identificador",
  identificadorDica: "El nombre de su empresa en Malote, sin espacios.",
  usuario: "Usuario",
  senha: "Contraseña",
  mostrarSenha: "Mostrar la contraseña",
  esconderSenha: "Ocultar la contraseña",
  capsLock: "Bloq Mayús está activado",
  lembrar: "Recordarme",
  entrar: "Iniciar sesión",
  esqueceu: "Olvidé la contraseña",
  criarConta: "Crear cuenta",
  codigo: "Código de autenticación",
  codigoOuReserva: "Código del segundo factor o de respaldo",
  codigoDica: "Los 6 números de la aplicación, o un código de respaldo.",
  outraPessoa: "Iniciar sesión con otro usuario",
  confirme: {
    titulo: "Confirme que es usted",
    texto: "Inició sesión hace más de 15 minutos. Lo que ya completó queda como está.",
    comCodigo: "Usar un código del segundo factor",
    comSenha: "Usar la contraseña",
    confirmar: "Confirmar",
  },
  continuar: {
    titulo: "Su sesión venció",
    texto: "Escriba la contraseña para continuar desde aquí. Lo que completó quedó como está.",
    dica: "Después de iniciar sesión, lo que pidió continúa automáticamente.",
    dicaDemonstracao: "En la demostración, la contraseña es Malote123.",
    quem: (usuario, conta) => `${usuario}, cuenta ${conta}`,
    naoSouEu: "¿No es usted?",
    voltar: "Volver a la página",
    entrar: "Iniciar sesión y continuar",
    esperando: "Inicie sesión de nuevo para continuar. Lo que completó quedó como está.",
  },
  vazio: {
    identificador: "Escriba el identificador.",
    espacos: "El identificador no puede tener espacios.",
    usuario: "Escriba el usuario.",
    senha: "Escriba la contraseña.",
  },
  painel: {
    titulo: ["La factura llegó por correo.", "El resto ya está hecho."],
    documento: "NF-e 9.033",
    emitente: "Moinho Estrela-Guia S.A.",
    valor: "R$\u00a08.911,40",
    exemplo: "Ejemplo del recorrido de una factura en Malote",
    passos: [
      ["Correo recibido", "de faturamento@estrelaguia.example"],
      ["XML encontrado en el adjunto", "nfe_9033.xml, dentro de lote_20112026.zip"],
      ["Firma íntegra", "Certificado del propio emisor"],
      ["Confirmada por la SEFAZ", "Protocolo 141260081120944"],
      ["Entregada al ERP", "ERP Matriz, 20/11/2026 09:02"],
    ],
  },
};

/** Spanish texts of the entrance of a demo. */
export const demoTexts: Translated<typeof source.demoTexts> = {
  entrar: "Entrar a la demostración",
  explicacao: "Una empresa inventada, con facturas ficticias. Nada sale de este equipo.",
};
