import { DISTRIBUIDORES, formatTipoNota, recordOf } from "@malote/syntax";
import type * as source from "../../../texts/admin/empresas.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of the list of empresas. */
export const empresasTexts: Translated<typeof source.empresasTexts> = {
  lista: "Empresas",
  nova: "Nueva empresa",
  total: (n) => (n === 1 ? "1 empresa" : `${n} empresas`),
  ordens: { nome: "Razón social", cnpj: "CNPJ" },
  colunas: {
    empresa: "Empresa",
    uf: "UF",
    certificado: "Certificado",
    manifestacao: "Manifestación",
    auditor: "Auditor",
    documentos: "Documentos",
  },
  semUf: "UF no informada",
  prova: { provada: "Comprobada", falta: "No comprobada" },
  manifestacao: {
    ligada: "Activada",
    desligada: "Desactivada",
    ciencia: "toma de conocimiento automática",
  },
  auditor: {
    ligado: "Activado",
    desligado: "Desactivado",
    semCertificado: "espera el certificado",
    semConsulta: "todavía no consultó",
    consultou: (quando) => `consultó ${quando}`,
    lacunas: (n) => (n === "1" ? "1 documento por buscar" : `${n} documentos por buscar`),
  },
  documentos: (n) => (n === "1" ? "1 documento" : `${n} documentos`),
  abrir: (nome) => `Abrir la empresa ${nome}`,
  acoes: (nome) => `Acciones de la empresa ${nome}`,
  menu: { abrir: "Abrir", certificado: "Certificado", excluir: "Eliminar" },
  resumo: {
    valido: (n) => `${n} con certificado válido`,
    vencendo: (n) => (n === 1 ? "1 certificado por vencer" : `${n} certificados por vencer`),
    vencido: (n) => (n === 1 ? "1 certificado vencido" : `${n} certificados vencidos`),
    sem: (n) => `${n} sin certificado`,
  },
  precisa: {
    titulo: "Requiere su atención",
    vencido: (n) => (n === 1 ? "Certificado vencido" : "Certificados vencidos"),
    vencendo: (n) => (n === 1 ? "Certificado por vencer" : "Certificados por vencer"),
    sem: (n) => (n === 1 ? "Empresa sin certificado" : "Empresas sin certificado"),
    futuro: (n) => (n === 1 ? "Certificado que todavía no vale" : "Certificados que todavía no valen"),
    porque: {
      vencido: (nome, dia) => `${nome}, desde el ${dia}`,
      vencendo: (nome, dia) => `${nome}, el ${dia}`,
      futuro: (nome, dia) => `${nome}, hasta el ${dia}`,
      sem: (nome) => nome,
    },
    eMais: (nome, n) => `${nome} y ${n} más`,
  },
  vazio: {
    titulo: "Ninguna empresa registrada",
    texto:
      "Registre los CNPJ de su empresa: con ellos Malote sabe qué emitió usted, qué recibió y en nombre de quién consultar la SEFAZ.",
    textoLeitor:
      "Con los CNPJ de las empresas Malote sabe qué emitió y recibió usted. Pida a un administrador de la cuenta que registre la primera.",
  },
  excluir: {
    titulo: (nome) => `¿Eliminar la empresa ${nome}?`,
    texto:
      "Su certificado se borra, y Malote deja de consultar la SEFAZ en nombre de ella. Una empresa con documentos no se puede eliminar.",
    acao: "Eliminar empresa",
    feita: (nome) => `Empresa ${nome} eliminada.`,
    falhou: "No se pudo eliminar la empresa.",
    comDocumentos: (documentos) => `Hay ${documentos} de esta empresa en Malote. No se cambió nada.`,
    semMotivo: "Es posible que otra persona ya la haya eliminado. Actualice la lista e intente de nuevo.",
  },
};

/** Spanish texts of one empresa: form, summary of the certificado, state of the SEFAZ distribution. */
export const empresaTexts: Translated<typeof source.empresaTexts> = {
  novaTitulo: "Nueva empresa",
  subtitulo: "empresa",
  lado: "Certificado, distribución y logotipo",
  logo: {
    titulo: "Logotipo",
    texto: "Aparece en el DANFE y en el DACTE de los documentos que la empresa emite.",
    dica: (limite, pixels) => `PNG o JPEG de hasta ${limite} y ${pixels} × ${pixels} píxeles.`,
    escolher: "Elegir imagen",
    trocar: "Cambiar imagen",
    tirar: "Quitar",
    campo: "Imagen del logotipo",
    alt: (nome) => `Logotipo de ${nome}`,
    enviado: "Logotipo guardado.",
    tirado: "Logotipo quitado.",
  },
  voltar: "Volver a las empresas",
  soAdministrador: "Solo los administradores de la cuenta modifican las empresas. Usted ve cómo está.",
  campos: {
    nome: "Razón social",
    nomeDica: "Cómo aparece en las listas, en los filtros y en los avisos.",
    cnpj: "CNPJ",
    cnpjDica: "Números y letras, con los dos dígitos verificadores.",
    cnpjMuda: "Al cambiar el CNPJ, el certificado actual se borra: es del CNPJ anterior.",
    cnpjFica: (documentos) => `El CNPJ ya no se puede cambiar: hay ${documentos} de esta empresa.`,
    uf: "UF",
    ufNenhuma: "No informada",
    ufDica: "Donde está establecida. La SEFAZ pide la UF en la búsqueda de documentos.",
    manifestacao: "Manifestación del destinatario",
    manifestacaoDica:
      "Permite que usuarios con permiso manifiesten a la SEFAZ en nombre de esta empresa: toma de conocimiento, confirmación, desconocimiento y operación no realizada.",
    auditor: "Auditor: buscar en la SEFAZ lo que se emitió contra la empresa",
    auditorDica:
      "Malote busca documentos en la distribución de DF-e de la SEFAZ, con el certificado de la empresa, y muestra lo que existe allí y no llegó por correo.",
    ciencia: "Toma de conocimiento automática",
    cienciaDica:
      "Con cada NF-e que el auditor encuentra, Malote declara a la SEFAZ que la empresa conoce la operación, y recibe el XML completo. La declaración queda registrada en la SEFAZ y no se puede deshacer; después de ella, se espera que la empresa confirme o rechace la operación.",
    cienciaPede: "Antes, active la manifestación y el auditor.",
    feed: "Feed en el formato de la SEFAZ",
    feedDica:
      "El ERP que tiene un certificado de la empresa lee sus documentos como leería los de la SEFAZ (NFeDistribuicaoDFe): solo cambia la dirección.",
    publico: "Descarga pública con la clave de acceso",
    publicoDica:
      "Quien tiene los 44 caracteres de la clave descarga el documento sin iniciar sesión en Malote. Los documentos en cuarentena, o que la SEFAZ contradice, nunca quedan disponibles.",
    publicoPede: "Solo vale después de que la empresa esté comprobada.",
  },
  ligarAuditor: {
    titulo: "¿Activar el auditor para este CNPJ?",
    texto:
      "Actívelo solo si ningún otro sistema (ERP, contador) consulta la distribución de la SEFAZ para este CNPJ. Si consultan dos, la SEFAZ bloquea el CNPJ por una hora en cada exceso, y cada uno recibe solo una parte.",
    acao: "Activar el auditor",
    nao: "Dejar desactivado",
  },
  erros: {
    nome: "Escriba la razón social.",
    cnpj: "Escriba el CNPJ.",
    cnpjCurto: "El CNPJ tiene 14 caracteres.",
    cnpjErrado: "CNPJ inválido: verifique los caracteres y los dígitos verificadores.",
    longo: (max) => `Use hasta ${max} caracteres.`,
  },
  salvar: "Guardar",
  salva: (nome) => `Empresa ${nome} guardada.`,
  salvaNova: (nome) => `Empresa ${nome} registrada. Falta su certificado.`,
  depois: {
    titulo: "Después de guardar",
    passos: [
      [
        "Certificado A1",
        "El archivo .pfx de la empresa. Con él, Malote consulta la SEFAZ en nombre de ella y puede manifestar.",
      ],
      [
        "Documentos que ya llegaron",
        "Los que traen este CNPJ y figuraban como de terceros pasan automáticamente a la empresa.",
      ],
    ],
  },
  prova: {
    titulo: "Comprobación",
    provada: "Comprobada",
    falta: "No comprobada",
    faltaTexto:
      "Todavía no se comprobó que este CNPJ es de esta cuenta. Por eso, los documentos de la empresa no quedan disponibles en la descarga pública ni en el feed en el formato de la SEFAZ.",
    como: "Cómo comprobar",
    passos: [
      "Envíe el certificado A1 de un CNPJ de la misma raíz, emitido por la ICP-Brasil. La empresa queda comprobada en el momento.",
      "O pídalo a quien opera Malote: comprueba la empresa, o el dominio de correo de la cuenta. Con el dominio comprobado, basta que llegue a un buzón de ese dominio un documento auténtico de otra empresa que traiga su dirección de correo en ese dominio.",
    ],
    semCadeia:
      "El certificado enviado no comprueba la empresa: su origen no se verificó. Con las autoridades de la ICP-Brasil instaladas, envíelo de nuevo.",
    por: {
      certificado: (detalhe) => `Por el certificado A1 de ${detalhe}`,
      dominio: (detalhe) => `Por un documento recibido en ${detalhe}`,
      operador: () => "Por quien opera Malote",
    },
    desde: (quando) => `desde ${quando}`,
  },
  distribuicao: {
    titulo: "Distribución de la SEFAZ",
    desligada: "El auditor está desactivado: Malote no busca documentos en la distribución de este CNPJ.",
    semCertificado: "El auditor está activado y espera el certificado de la empresa para empezar.",
    aguardando: "La primera consulta todavía no ocurrió. Empieza en unos minutos.",
    modelos: recordOf(DISTRIBUIDORES, formatTipoNota),
    emDia: "Al día",
    percorrendo: "Buscando",
    problema: "Con problemas",
    linhas: {
      nsu: "NSU",
      ultima: "Última consulta",
      proxima: "Próxima consulta",
      lacunas: "Faltantes",
    },
    semNsu: "ningún documento todavía",
    nsu: (ultimo, maximo) => `${ultimo} de ${maximo}`,
    semLacunas: "ninguno",
    lacunas: (n) => (n === "1" ? "1 NSU por buscar" : `${n} NSU por buscar`),
    cStat: (cStat) => `cStat ${cStat}`,
  },
};
