import type * as source from "../../../texts/names/messages.ts";
import type { screenMessages as screenSource } from "../../../texts/names/screen-messages.ts";
import type { Translated } from "../../translated.ts";

/** Spanish sentences about typed fields. */
export const fieldMessages: Translated<typeof source.fieldMessages> = {
  filtroInvalido: "El filtro tiene un valor inválido.",
  periodoInvertido: "La fecha inicial es posterior a la final.",
  faixaInvertida: "El valor inicial es mayor que el final.",
  dataInvalida: "Escriba una fecha válida, como 31/12/2026.",
  horaSemDia: "Escriba también el día.",
  horaInvalida: "Escriba una hora de 00:00 a 23:59.",
  inteiroInvalido: "Escriba un número entero.",
  decimalInvalido: "Escriba un valor con hasta dos decimales, como 1.234,56.",
  cnpjInvalido: "CNPJ inválido. Verifique las letras y los números.",
  cpfInvalido: "CPF inválido. Verifique los números.",
};

/** Spanish sentences about contas, users and keys. */
export const peopleMessages: Translated<typeof source.peopleMessages> = {
  captchaObrigatorio: "Complete el captcha.",
  ufSemValor: "Elija la UF.",
  chavePublicaObrigatoria: "Escriba la clave de acceso.",
  acessoRestrito: "Acceso restringido.",
  tokenSenhaInvalido: "Token de configuración inválido. ¡Solicite restablecer la contraseña de nuevo!",
  tokenConviteInvalido: "Token de inicialización inválido. ¡Solicite una nueva invitación!",
  erroConfigurandoConta: "Error al configurar la cuenta.",
  conviteNaoEnviado: "La invitación no se envió.",
  escopoAusente: "Acceso restringido: este token de la API no tiene el alcance {escopo}.",
  apiTokenNaoEncontrado: "No se encontró el token de la API.",
  apiTokensDemais: "La cuenta ya tiene {limite} tokens, el máximo. Revoque uno que ya no use.",
  apiTokenSemEscopo: "Elija al menos un alcance.",
  apiTokenSemEmpresa: "Elija al menos una empresa, o todas.",
  apiTokenNomeEmUso: "Ya hay un token con este nombre.",
  apiTokenExpirado: "Este token venció. Cambie su validez o cree otro.",
  apiTokenGerenteRestrito:
    "Un token con el alcance admin vale para toda la cuenta y no se puede limitar a algunas empresas.",
  apiTokenValidade: "La validez debe estar entre hoy y {limite}.",
  apiTokenSalvo: "Token guardado.",
  apiTokenRevogado: "Token revocado. Ya no funciona.",
  contatoEnviado: "Mensaje enviado. Responderemos al correo que indicó.",
  contaCriada: "Cuenta creada. Abra el correo que enviamos para confirmar y elegir su contraseña.",
  apiTokenGerado: "Token generado. Cópielo ahora: no se mostrará de nuevo.",
  conviteEnviado: "Invitación enviada.",
  usuarioAtivado: "Usuario activado.",
  usuarioInativado: "Usuario desactivado.",
  senhaRedefinida: "Contraseña restablecida. Inicie sesión con la nueva contraseña.",
  conviteAceito: "Contraseña creada. Inicie sesión para empezar.",
  redefinicaoEnviada:
    "Si este correo está registrado en alguna cuenta, le enviamos un enlace para crear una nueva contraseña. El enlace vale por 1 hora.",
  textoLongo: "Este texto supera el límite. Escriba uno más corto.",
  valorInvalido: "Verifique este valor.",
  textoEmBranco: "Complete este campo.",
  nomeComEndereco: "Escriba solo el nombre, sin dirección de sitio ni de correo.",
  nomeComQuebra: "Escriba el nombre en una sola línea, sin caracteres invisibles.",
  ufInvalida: "Esta UF no existe.",
  senhaFraca: "La contraseña necesita al menos 8 caracteres, con letra y número.",
  senhaComum:
    "Esta contraseña es una de las más usadas o ya se filtró de otro sitio, y es fácil de adivinar. Elija otra.",
  senhaPessoal:
    "Esta contraseña usa su nombre, el usuario, la empresa o la palabra Malote, y es fácil de adivinar. Elija otra.",
  senhaAtualObrigatoria: "Escriba su contraseña actual.",
  senhaAtualErrada: "La contraseña actual no coincide.",
  senhasDiferentes: "Las dos contraseñas no son iguales.",
  emailInvalido: "Este correo no parece completo. Verifíquelo.",
  identificadorEmBranco: "Escriba el identificador.",
  identificadorComEspacos: "El identificador no puede tener espacios.",
  identificadorCaracteres: "Use de 3 a 40 letras sin acento, números, punto, guion o guion bajo.",
  identificadorComSite:
    "El identificador no puede parecer una dirección de sitio. Quite el final, como .com.",
  identificadorEmUso: "Este identificador ya es de otra cuenta.",
  contaNaoEncontrada: "No hay una cuenta con este identificador.",
  identificadorDoSandbox: "La cuenta de demostración no cambia de identificador.",
  nomeUsuarioComEspacos: "El nombre de usuario no puede tener espacios.",
  nomeUsuarioCaracteres: "Use de 3 a 40 letras sin acento, números, punto, guion o guion bajo.",
  nomeUsuarioComSite:
    "El nombre de usuario no puede parecer una dirección de sitio. Quite el final, como .com.",
  nomeUsuarioEmUso: "Ya hay un usuario con este nombre en la cuenta.",
  captchaInvalido: "La verificación venció o ya se usó. Marque “No soy un robot” de nuevo.",
  captchaSemAcao: "Indique la acción del captcha: criar-conta, contato o download.",
  codigoObrigatorio: "Escriba el código de su aplicación de autenticación.",
  codigoErrado: "Código incorrecto. Verifique la hora del dispositivo y escriba el código actual.",
  segundoFatorNaoIniciado: "Empiece de nuevo: el código de la aplicación todavía no se generó.",
  segundoFatorJaAtivo: "El segundo factor ya está activado. Desactívelo para cambiar de dispositivo.",
  sessaoNaoEncontrada: "No se encontró la sesión.",
  reautenticacaoNecessaria: "Confirme que es usted para continuar: inició sesión hace más de 15 minutos.",
  reautenticacaoUmaProva: "Envíe solo uno de ellos: la contraseña, el código o la passkey.",
  passkeyObrigatoria: "Confirme con su passkey, o escriba un código del segundo factor.",
  passkeyErrada:
    "La passkey no se aceptó. Intente de nuevo; si se quitó o es de otra cuenta, inicie sesión con la contraseña.",
  passkeyIndisponivel:
    "Las passkeys no funcionan en esta dirección: el navegador exige un nombre de dominio con HTTPS y no acepta una dirección IP.",
  passkeysDemais: "Ya tiene {limite} passkeys, el máximo. Quite una que ya no use.",
  passkeyRepetida: "Esta passkey ya está registrada.",
  passkeyNaoEncontrada: "No se encontró la passkey.",
  muitasPasskeys: "Demasiados intentos con passkey desde esta dirección. Espere {minutos} min.",
  manifestacaoSemSegundoFator:
    "En esta cuenta solo manifiesta quien tiene el segundo factor activado. Actívelo en Mi cuenta e intente de nuevo.",
  usuarioNaoEncontrado: "No se encontró el usuario.",
  usuarioProprietario: "El propietario de la cuenta no se puede eliminar ni desactivar.",
  usuarioProprio: "Usted no puede eliminarse ni desactivarse a sí mismo.",
  usuarioProprietarioSai:
    "Usted es el propietario de la cuenta y no puede salir de ella. Para cerrar la cuenta, escriba a Malote en Contacto.",
  usuarioNaoConfere: "Confirme con su propio nombre de usuario.",
  meusDadosApagados: "Sus datos personales se borraron y su acceso terminó.",
  usuarioSoProprio: "Solo el propio usuario cambia su contraseña. Envíe un enlace de nueva contraseña.",
  usuarioJaAtivado:
    "Este usuario ya activó el acceso. Si perdió la contraseña, envíe un enlace de nueva contraseña.",
  usuariosDemais: "La cuenta ya tiene {limite} usuarios, el máximo.",
  usuarioGerenteRestrito: "Un administrador ve todas las empresas. Desmarque “Solo algunas empresas”.",
  cnpjDesconhecido: "La cuenta no tiene una empresa con este CNPJ.",
  dominioInvalido: "Escriba solo el dominio, como empresa.com.br.",
  dominioDeProvedor:
    "{dominio} es de un proveedor de correo: cualquier persona puede tener una dirección en él, y por eso no comprueba ninguna empresa.",
  produtoRestrito: "Solo quien opera Malote ve todas las cuentas.",
  muitosConvites: "Demasiadas invitaciones en poco tiempo. Espere {minutos} min.",
  muitosIdentificadores: "Demasiados cambios de identificador en poco tiempo. Espere {minutos} min.",
  muitasContas: "Demasiadas cuentas abiertas desde esta dirección. Espere {minutos} min.",
  muitosContatos: "Demasiados mensajes desde esta dirección. Espere {minutos} min.",
  muitosPedidosSenha: "Demasiadas solicitudes en poco tiempo. Espere {minutos} min.",
  muitosDownloads: "Demasiadas descargas desde esta dirección. Espere {minutos} min.",
  muitasVerificacoes: "Demasiadas verificaciones desde esta dirección. Espere {minutos} min.",
  downloadPublicoNaoEncontrado: "Ningún documento disponible con esta clave de acceso.",
  downloadPublicoSoPapel:
    "Este documento figura como {situacao}, y el XML no muestra eso. Descargue el PDF, que trae el sello.",
  downloadPublicoExpirado: "El enlace del documento venció. Haga la verificación de nuevo.",
  chaveInvalida: "Clave de acceso inválida. Verifique los 44 caracteres.",
  buscaCurta: "Escriba al menos {min} caracteres.",
  periodoLongo: "El período puede tener hasta {dias} días. Elija uno menor.",
  painelLinhasDemais: "Son más de {limite} filas. Elija una empresa o un período menor.",
};

/** Spanish sentences about pages and calls. */
export const screenMessages: Translated<typeof screenSource> = {
  auditorNaoEncontrado: "No se encontró el registro del auditor.",
  caixaNaoEncontrada: "No se encontró el buzón de correo.",
  emailNaoEncontrado: "No se encontró el correo.",
  emailParcial:
    "Este mensaje también trajo documentos de empresas a las que usted no tiene acceso. Solo puede descargar las partes de sus empresas.",
  empresaNaoEncontrada: "No se encontró la empresa.",
  erroConsultandoSefaz: "Error al consultar la SEFAZ",
  falhaComunicacao: "Falla de comunicación con el servidor",
  falhaEvento: "El evento no se envió.",
  falhaManifestacao: "Falló el intento de manifestación.",
  importacaoNaoEncontrada: "No se encontró la importación.",
  notaContraditaPelaSefaz:
    "La SEFAZ autorizó otro contenido con esta clave, y por eso el documento no se puede liberar. Pida al emisor el XML autorizado.",
  notaDeHomologacao: "El documento es del ambiente de pruebas de la SEFAZ y no se puede liberar.",
  notaNaoEncontrada: "No se encontró el documento.",
};

/** Spanish sentences about webhooks. */
export const webhookMessages: Translated<typeof source.webhookMessages> = {
  webhookNaoEncontrado: "No se encontró el webhook.",
  webhookUrlInvalida: "Escriba una dirección completa, como https://erp.ejemplo.com.br/malote.",
  webhookUrlSemHttps: "La dirección debe empezar con https://.",
  webhookUrlComSenha:
    "No escriba usuario y contraseña en la dirección. La firma de cada envío ya dice que viene de Malote.",
  webhookUrlComFragmento: "Quite de la dirección la parte después de #: no se envía.",
  webhookEnderecoProibido: "Esta dirección es interna, y Malote no accede a ella. Use una dirección pública.",
  webhookPortaProibida: "Este puerto no se acepta. Use el 443 o uno a partir del 1024.",
  webhookSemTipo: "Elija al menos un tipo de aviso.",
  webhookSemEmpresa: "Elija al menos una empresa, o todas.",
  webhooksDemais: "La cuenta ya tiene {limite} webhooks. Elimine uno que ya no use.",
  webhookDesligado: "El webhook está desactivado. Actívelo antes de reenviar.",
  muitosTestesWebhook: "Demasiadas pruebas seguidas. Espere {minutos} min.",
  entregaNaoEncontrada: "No se encontró la entrega.",
  entregaDeTeste: "Una prueba no se reenvía: envíe otra.",
};
