import { abbreviationOfModelo, formatChave, splitChaveAcesso } from "@malote/syntax";
import { Group, Text } from "@mantine/core";
import { IconArrowUpRight, IconFileTypePdf, IconFileUnknown } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { Email } from "../../../rpc/documents/queries.ts";
import { emailTexts } from "../../../texts/lists/emails.ts";
import { formatDocumentNumber } from "../../../ui/format/numbers.ts";
import classes from "./EmailParts.module.css";
import { isInPdf } from "./part-tree.ts";

type MissingChave = Email["chavesSemXml"][number];

/**
 * Documents that came only as a PDF or only as a quoted key: a link to the nota, or advice to
 * request the XML.
 */
export function MissingXml({ email }: { email: Email }): React.JSX.Element | null {
  const { semXml: t } = emailTexts.detalhe;
  const missingChaves = email.chavesSemXml;
  if (missingChaves.length === 0) return null;
  const isPdfOnly = missingChaves.every(({ chaveAcesso }) => isInPdf(chaveAcesso, email));
  const Icon = isPdfOnly ? IconFileTypePdf : IconFileUnknown;
  const isXmlMissing = missingChaves.some(({ notaId }) => notaId === null);
  return (
    <Group
      component="section"
      gap={12}
      align="flex-start"
      wrap="nowrap"
      className={classes.notice}
      data-tom={isXmlMissing ? "aviso" : undefined}
      aria-labelledby="sem-xml"
    >
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <div>
        <h3 id="sem-xml" className="t-secao">
          {isPdfOnly ? t.titulo(missingChaves.length) : t.tituloCitada}
        </h3>
        <ul>
          {missingChaves.map((chave) => (
            <Text component="li" inherit mt={4} key={chave.chaveAcesso}>
              <MissingDocumento chave={chave} isPdfOnly={isInPdf(chave.chaveAcesso, email)} />
            </Text>
          ))}
        </ul>
      </div>
    </Group>
  );
}

function MissingDocumento(props: { chave: MissingChave; isPdfOnly: boolean }): React.JSX.Element {
  const { chaveAcesso, notaId } = props.chave;
  const { detalhe: t } = emailTexts;
  const sentences = props.isPdfOnly ? t.semXml.soPdf : t.semXml.citada;
  const documentoName = documentoNameOf(chaveAcesso);
  if (notaId !== null) {
    return (
      <>
        {sentences.veio(documentoName)}{" "}
        <Link to={`/nota/${notaId}?type=E`} className="link" style={{ whiteSpace: "nowrap" }}>
          {t.abrirNota(documentoName)}
          <IconArrowUpRight size={15} stroke={1.8} aria-hidden="true" style={{ verticalAlign: "middle" }} />
        </Link>
      </>
    );
  }
  return (
    <>
      {sentences.falta(documentoName)}
      <Text span inherit display="block" fz="xs" className="wrap-anywhere">
        <span className="vh">{t.semXml.chave}: </span>
        <code className="mono">{formatChave(chaveAcesso)}</code>
      </Text>
    </>
  );
}

/** The name of a document by its key, such as "NF-e 1.234". */
function documentoNameOf(chaveAcesso: string): string {
  const { modelo, numero } = splitChaveAcesso(chaveAcesso);
  return `${abbreviationOfModelo(modelo) ?? "nota"} ${formatDocumentNumber(numero)}`;
}
