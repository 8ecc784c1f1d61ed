import type * as source from "../../../texts/admin/caixas.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of the list of mailboxes. */
export const caixasTexts: Translated<typeof source.caixasTexts> = {
  lista: "Buzones de correo",
  nova: "Nuevo buzón de correo",
  conectar: "Conectar un buzón de correo",
  total: (n) => (n === 1 ? "1 buzón de correo" : `${n} buzones de correo`),
  ordens: { descricao: "Descripción", tipo: "Tipo", servidor: "Servidor" },
  colunas: {
    descricao: "Descripción",
    servidor: "Servidor",
    saude: "Estado",
    coleta: "Última lectura",
    hoje: "Correos hoy",
    total: "Total",
    houve: "Qué ocurrió",
  },
  resumo: {
    coletando: (n) => `${n} en lectura`,
    primeira: (n) => `${n} a la espera de la primera lectura`,
    silenciosa: (n) => `${n} sin actividad`,
    falhou: (n) => `${n} con error en la última lectura`,
    parada: (n) => (n === 1 ? "1 detenido" : `${n} detenidos`),
  },
  estados: {
    coletando: "En lectura",
    primeira: "En espera",
    silenciosa: "Sin actividad",
    falhou: "La lectura falló",
    parada: "Detenido",
  },
  coletandoAgora: "leyendo ahora…",
  semColeta: "ninguna todavía",
  proxima: (quando) => `próxima ${quando}`,
  cartao: (servidor, hoje, total) => `${servidor}, ${hoje} correos hoy, ${total} en total`,
  nadaARelatar: "Todo en orden",
  corrigir: "Corregir",
  conferir: "Probar la conexión",
  silencio: (quando) => `Sin correos desde ${quando}, más tiempo que lo habitual.`,
  abrir: (nome) => `Abrir el buzón ${nome}`,
  acoes: (nome) => `Acciones del buzón ${nome}`,
  menu: { coletar: "Leer ahora", testar: "Probar conexión", editar: "Editar", excluir: "Eliminar" },
  coletaPedida: (nome) => `${nome}: la lectura empieza en unos instantes.`,
  coletaFeita: (nome, novos) =>
    novos === 0
      ? `${nome}: lectura hecha, ningún correo nuevo.`
      : `${nome}: lectura hecha, ${novos === 1 ? "1 correo nuevo" : `${novos} correos nuevos`}.`,
  coletaFalhou: (nome, causa) => ({ titulo: `${nome}: la lectura falló`, texto: causa }),
  verEmails: "Ver correos",
  vazio: {
    titulo: "Ningún buzón de correo conectado",
    texto:
      "Malote lee los buzones en los que los proveedores entregan NF-e y CT-e. Conecte el primero: toma un minuto, y no se borra nada de él.",
    textoLeitor:
      "Malote lee los buzones en los que los proveedores entregan NF-e y CT-e. Pida a un administrador de la cuenta que conecte el primero.",
  },
  excluir: {
    titulo: (nome) => `¿Eliminar el buzón ${nome}?`,
    texto:
      "La lectura se detiene. Los correos y documentos que ya llegaron siguen en Malote, y no se borra nada del servidor.",
    acao: "Eliminar buzón",
    feita: (nome) => `Buzón ${nome} eliminado.`,
    falhou: "No se pudo eliminar el buzón de correo.",
    falhouTexto: "Es posible que otra persona ya lo haya eliminado. Actualice la lista e intente de nuevo.",
  },
};

/** Spanish texts of one mailbox: form, health, connection test. */
export const caixaTexts: Translated<typeof source.caixaTexts> = {
  novaTitulo: "Nuevo buzón de correo",
  subtitulo: "buzón de correo",
  lado: "Estado y diagnóstico",
  voltar: "Volver a los buzones de correo",
  soAdministrador:
    "Solo los administradores de la cuenta modifican los buzones de correo. Usted ve cómo está.",
  campos: {
    descricao: "Descripción",
    descricaoDica: "Cómo aparece en las listas y en los avisos. Si queda vacía, aparece el usuario.",
    usuario: "Usuario",
    usuarioDica: "Casi siempre la dirección de correo completa.",
    provedor: "Proveedor",
    provedorOutro: "Otro servidor",
    provedorDica: "Completa el tipo y el servidor. Si el dominio es propio, elija el proveedor que lo aloja.",
    tipo: "Tipo",
    servidor: "Servidor",
    servidorDica: (nome) => `Sugerido para ${nome}.`,
    porta: "Puerto",
    portaDica: (porta) => `Si queda vacío, ${porta}.`,
    autenticacao: "Autenticación",
    autenticacoes: { senha: "Usuario y contraseña", oauth2: "OAuth2 (sin contraseña guardada)" },
    senha: "Contraseña",
    senhaGuardada: "Hay una contraseña guardada. Deje el campo vacío para mantenerla.",
    senhaDeNovo: "La conexión ya no es la de la contraseña guardada: escriba la contraseña de nuevo.",
    senhaRecusada: "El servidor la rechazó en la última prueba.",
    mostrar: (rotulo) => `Mostrar ${rotulo}`,
    esconder: (rotulo) => `Ocultar ${rotulo}`,
    pasta: "Carpeta",
    pastaDica:
      "Si queda vacía, la bandeja de entrada (INBOX). Las subcarpetas, como el servidor las escribe.",
    apagar: "Borrar del servidor después de guardar",
    apagarDica:
      "Desactivado, Malote solo lee, y nada sale del buzón. Activado, borra cada mensaje del servidor después del número de días indicado abajo, contado desde que guardó el original. Nunca antes.",
    apagarDias: "Días en el servidor",
    apagarDiasDica: (max) => `De 1 a ${max}.`,
    fixado: "Certificado de confianza",
    fixadoDica: "La conexión solo se acepta si el servidor presenta exactamente este certificado.",
    desfixar: "Dejar de confiar",
  },
  oauth: {
    provedor: "Proveedor del acceso",
    provedores: { microsoft: "Microsoft", google: "Google", outro: "Otro" },
    tokenUrl: "Dirección de tokens (token endpoint)",
    tokenUrlDica:
      "Empieza con https://. En Microsoft, reemplace “organizations” por su tenant si corresponde.",
    clientId: "ID de la aplicación (client ID)",
    escopo: "Alcance",
    clientSecret: "Secreto de la aplicación (client secret)",
    refreshToken: "Token de renovación (refresh token)",
    refreshTokenDica:
      "Sin él, Malote accede en nombre de la aplicación (client credentials), que el administrador del dominio debe haber autorizado.",
    guardado: "Si ya hay uno guardado, deje el campo vacío para mantenerlo.",
    deNovo: "La conexión ya no es la de los secretos guardados: escríbalos de nuevo.",
  },
  erros: {
    usuario: "Escriba el usuario.",
    servidor: "Escriba el servidor.",
    servidorForma: "Escriba solo el nombre del servidor, como pop.suempresa.com.br.",
    porta: "El puerto va de 1 a 65535.",
    senha: "Escriba la contraseña.",
    tokenUrl: "Escriba una dirección que empiece con https://.",
    clientId: "Escriba el ID de la aplicación.",
    oauthSemTls: "Con OAuth2, elija un tipo con TLS: sin él, el token viajaría sin cifrar.",
    segredo: "Escriba el secreto de la aplicación o el token de renovación del proveedor.",
    dias: (max) => `Escriba un número de 1 a ${max}.`,
    longo: (max) => `Use hasta ${max} caracteres.`,
  },
  salvar: "Guardar",
  salva: (nome) => `Buzón ${nome} guardado.`,
  salvaNova: (nome) => `Buzón ${nome} conectado. La primera lectura empieza en unos instantes.`,
  saude: {
    titulo: "Estado del buzón",
    bem: "La última lectura salió bien.",
    primeira: "El buzón todavía no se leyó.",
    falhando: (quando, vezes) =>
      vezes === 1 ? `La lectura falló ${quando}.` : `Falla desde ${quando}, ${vezes} veces seguidas.`,
    guardados: "Los correos siguen en el servidor.",
    retoma: (quando) => `Al volver, la lectura continúa desde donde se detuvo, ${quando}.`,
    linhas: {
      ultima: "Última lectura",
      proxima: "Próxima lectura",
      tentativa: "Próximo intento",
      hoje: "Correos hoy",
      total: "Correos en total",
      ultimoEmail: "Último correo",
    },
  },
  prova: {
    titulo: "Diagnóstico de la conexión",
    intro:
      "Accede al buzón con lo que está en el formulario y cuenta los mensajes, sin descargar ni borrar nada.",
    testar: "Probar conexión",
    testarDeNovo: "Probar de nuevo",
    testando: "Probando la conexión…",
    mudou: "La conexión cambió desde la última prueba. Pruebe de nuevo.",
    bem: (mensagens) => `La conexión funciona: ${mensagens} en el buzón.`,
    bemSemConta: "La conexión funciona.",
    mensagens: (total) => (total === "1" ? "1 mensaje" : `${total} mensajes`),
    mal: "La conexión no funcionó.",
    parou: (passo) => `La conexión no funcionó: se detuvo en “${passo}”.`,
    naoTentado: "No se llegó a intentar.",
    esperando: "En espera…",
    passos: {
      dns: "Dirección del servidor",
      tcp: "Puerto abierto",
      tls: "Conexión segura",
      saudacao: "Respuesta del servidor",
      token: "Token de acceso",
      entrada: "Acceso al buzón",
      listagem: "Lectura del buzón",
    },
    feito: "correcto",
    falhou: "falló",
  },
  certificado: {
    titulo: "Ninguna autoridad confirma este certificado",
    texto:
      "Puede ser un certificado emitido por el propio servidor, o alguien que intercepta la conexión. Verifique la huella digital con quien administra el servidor antes de confiar.",
    titular: "Titular",
    emissor: "Emisor",
    validade: "Válido hasta",
    impressao: "Huella digital (SHA-256)",
    confiar: "Confiar en este certificado",
    copiarImpressao: "Copiar la huella digital",
  },
  inseguro:
    "Sin protección: usuario, contraseña y mensajes viajan sin cifrar. Use un tipo con TLS si el servidor lo tiene.",
  tipos: {
    spop3: "POP3 con TLS (spop3)",
    imaps: "IMAP con TLS (imaps)",
    "pop3-starttls": "POP3 con STARTTLS",
    "imap-starttls": "IMAP con STARTTLS",
    pop3: "POP3 sin protección (pop3)",
    imap: "IMAP sin protección (imap)",
  },
  tiposCurtos: {
    spop3: "POP3 con TLS",
    imaps: "IMAP con TLS",
    "pop3-starttls": "POP3 con STARTTLS",
    "imap-starttls": "IMAP con STARTTLS",
    pop3: "POP3 sin protección",
    imap: "IMAP sin protección",
  },
  gruposTipo: {
    tls: "Con TLS desde el inicio",
    starttls: "Con TLS después de conectar (STARTTLS)",
    aberto: "Sin protección",
  },
};

/** Spanish texts of what each e-mail provider requires to connect a mailbox. */
export const providerHints: Translated<typeof source.providerHints> = {
  gmail:
    "Gmail no acepta la contraseña de la cuenta: active la verificación en dos pasos, cree una contraseña de aplicación y péguela en el campo Contraseña.",
  workspace:
    "Google Workspace no acepta la contraseña de la cuenta: use una contraseña de aplicación (con la verificación en dos pasos activada) u OAuth2.",
  microsoft:
    "Microsoft ya no acepta contraseña en POP3 e IMAP: el acceso es por OAuth2, con una aplicación registrada en Entra ID.",
  outlook: "Outlook.com ya no acepta contraseña en POP3 e IMAP: el acceso es por OAuth2.",
  yahoo:
    "Yahoo no acepta la contraseña de la cuenta: cree una contraseña de aplicación en Seguridad de la cuenta y péguela en el campo Contraseña.",
  icloud:
    "iCloud pide una contraseña específica de aplicación, creada en su cuenta de Apple. El acceso es solo por IMAP.",
  zoho: "En Zoho, active el acceso IMAP en la configuración del buzón; con la verificación en dos pasos activada, use una contraseña de aplicación.",
  uol: "En UOL, use la misma contraseña del webmail y la dirección completa como usuario.",
  terra: "En Terra, use la contraseña del webmail y la dirección completa como usuario.",
  locaweb: "En Locaweb, use la dirección completa como usuario y la contraseña del buzón.",
  kinghost: "En KingHost, use la dirección completa como usuario y la contraseña del buzón.",
  hostgator:
    "En HostGator, el servidor es mail. seguido de su dominio. Si el certificado no se reconoce, use el nombre de servidor que aparece en cPanel.",
  criarSenhaDeApp: "Crear contraseña de aplicación",
};
