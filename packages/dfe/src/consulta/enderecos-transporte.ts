import type { Endereco } from "./endereco.ts";

/** Where the QR code of a CT-e or CT-e OS leads, of the UF that have an address apart from SVRS.
 * @source MOC CT-e 4.00, Anexo II; https://www.cte.fazenda.gov.br/portal (URL da consulta por QR Code) */
export const ENDERECOS_CTE: readonly Endereco[] = [
  {
    uf: "MG",
    ambientes: "12",
    tipo: "qr",
    url: "https://portalcte.fazenda.mg.gov.br/portalcte/sistema/qrcode.xhtml",
  },
  { uf: "MS", ambientes: "12", tipo: "qr", url: "http://www.dfe.ms.gov.br/cte/qrcode" },
  { uf: "MT", ambientes: "1", tipo: "qr", url: "https://www.sefaz.mt.gov.br/cte/qrcode" },
  { uf: "MT", ambientes: "2", tipo: "qr", url: "https://homologacao.sefaz.mt.gov.br/cte/qrcode" },
  { uf: "PR", ambientes: "12", tipo: "qr", url: "http://www.fazenda.pr.gov.br/cte/qrcode" },
  { uf: "AP", ambientes: "1", tipo: "qr", url: "https://nfe.fazenda.sp.gov.br/CTeConsulta/qrCode" },
  {
    uf: "AP",
    ambientes: "2",
    tipo: "qr",
    url: "https://homologacao.nfe.fazenda.sp.gov.br/CTeConsulta/qrCode",
  },
  { uf: "PE", ambientes: "1", tipo: "qr", url: "https://nfe.fazenda.sp.gov.br/CTeConsulta/qrCode" },
  {
    uf: "PE",
    ambientes: "2",
    tipo: "qr",
    url: "https://homologacao.nfe.fazenda.sp.gov.br/CTeConsulta/qrCode",
  },
  { uf: "RR", ambientes: "1", tipo: "qr", url: "https://nfe.fazenda.sp.gov.br/CTeConsulta/qrCode" },
  {
    uf: "RR",
    ambientes: "2",
    tipo: "qr",
    url: "https://homologacao.nfe.fazenda.sp.gov.br/CTeConsulta/qrCode",
  },
  { uf: "SP", ambientes: "1", tipo: "qr", url: "https://nfe.fazenda.sp.gov.br/CTeConsulta/qrCode" },
  {
    uf: "SP",
    ambientes: "2",
    tipo: "qr",
    url: "https://homologacao.nfe.fazenda.sp.gov.br/CTeConsulta/qrCode",
  },
];

/** Of every other UF, and of those above in contingency: the virtual SEFAZ, SVRS and SVSP.   @source MOC CT-e 4.00, §3.3 */
export const ENDERECOS_CTE_VIRTUAIS: readonly Omit<Endereco, "uf">[] = [
  { ambientes: "12", tipo: "qr", url: "https://dfe-portal.svrs.rs.gov.br/cte/qrCode" },
  { ambientes: "1", tipo: "qr", url: "https://nfe.fazenda.sp.gov.br/CTeConsulta/qrCode" },
  { ambientes: "2", tipo: "qr", url: "https://homologacao.nfe.fazenda.sp.gov.br/CTeConsulta/qrCode" },
];

/** MDF-e has one authorizer for the whole country.   @source MOC MDF-e 3.00 */
export const ENDERECOS_MDFE: readonly Omit<Endereco, "uf">[] = [
  { ambientes: "12", tipo: "qr", url: "https://dfe-portal.svrs.rs.gov.br/mdfe/qrCode" },
];
