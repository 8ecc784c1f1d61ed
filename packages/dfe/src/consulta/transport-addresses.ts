import type { PublishedAddress } from "./published-address.ts";

/** The QR code addresses of CT-e and CT-e OS in the UF that do not use SVRS.
 * @source MOC CT-e 4.00, Anexo II; https://www.cte.fazenda.gov.br/portal (URL da consulta por QR Code) */
export const CTE_ADDRESSES: readonly PublishedAddress[] = [
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

/** The virtual SEFAZ, SVRS and SVSP: for all other UF, and in contingency for all.
 * @source MOC CT-e 4.00, §3.3 */
export const VIRTUAL_CTE_ADDRESSES: readonly Omit<PublishedAddress, "uf">[] = [
  { ambientes: "12", tipo: "qr", url: "https://dfe-portal.svrs.rs.gov.br/cte/qrCode" },
  { ambientes: "1", tipo: "qr", url: "https://nfe.fazenda.sp.gov.br/CTeConsulta/qrCode" },
  { ambientes: "2", tipo: "qr", url: "https://homologacao.nfe.fazenda.sp.gov.br/CTeConsulta/qrCode" },
];

/** The MDF-e has one authorizer for the whole country.   @source MOC MDF-e 3.00 */
export const MDFE_ADDRESSES: readonly Omit<PublishedAddress, "uf">[] = [
  { ambientes: "12", tipo: "qr", url: "https://dfe-portal.svrs.rs.gov.br/mdfe/qrCode" },
];
