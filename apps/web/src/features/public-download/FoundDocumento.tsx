import type { PUBLIC_STATES } from "@malote/contract";
import {
  DEFAULT_ZONE,
  formatDocumento,
  formatInteger,
  splitChaveAcesso,
  type TipoNota,
} from "@malote/syntax";
import { Button, Group, Paper, Text } from "@mantine/core";
import { IconFileTypePdf, IconFileTypeXml } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { downloadTexts as texts } from "../../texts/site/public-pages.ts";
import { Alert } from "../../ui/feedback/Alert.tsx";
import { TypeTag } from "../../ui/list/TypeTag.tsx";
import classes from "./download.module.css";

/** A document that anyone with its key may download until the ticket expires. */
export type FoundDocumentoData = {
  chave: string;
  ticket: string;
  tipoNota: TipoNota;
  expiraEm: Date | null;
  situacao: (typeof PUBLIC_STATES)[number];
};

const TIME_FORMAT = new Intl.DateTimeFormat("pt-BR", {
  hour: "2-digit",
  minute: "2-digit",
  timeZone: DEFAULT_ZONE,
});

/** The document that was found, with links to its XML and PDF; its details come from its key. */
export function FoundDocumento({ found }: { found: FoundDocumentoData }): React.JSX.Element {
  const { chave, ticket, tipoNota, expiraEm, situacao } = found;
  const headingRef = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new ticket is a new result
  useEffect(() => headingRef.current?.focus(), [ticket]);
  const { numero, serie, documento } = splitChaveAcesso(chave);
  const hrefOf = (format: "xml" | "pdf"): string =>
    `/Services/downloadPublico?${new URLSearchParams({ captcha: ticket, chaveAcesso: chave, formato: format })}`;
  return (
    <Paper
      component="section"
      bd="1px solid var(--line-strong)"
      radius="lg"
      className={classes.found}
      aria-label={texts.achado}
    >
      <header>
        <h2 ref={headingRef} tabIndex={-1} className="t-painel">
          <TypeTag type={tipoNota} /> {formatInteger(Number(numero))}{" "}
          <Text inherit span c="dimmed" fw={450}>
            {texts.serie(String(Number(serie)))}
          </Text>
        </h2>
        <Text c="var(--text-2)">{texts.de(formatDocumento(documento))}</Text>
        {situacao !== "normal" && (
          <Alert tone="nota">
            <b>{texts.situacoes[situacao].rotulo}.</b> {texts.situacoes[situacao].texto}
          </Alert>
        )}
      </header>
      <footer>
        <Group className={classes.formats}>
          {situacao === "normal" && (
            <Button
              component="a"
              size="md"
              href={hrefOf("xml")}
              leftSection={<IconFileTypeXml size={18} stroke={1.6} aria-hidden="true" />}
            >
              {texts.xml}
            </Button>
          )}
          <Button
            component="a"
            size="md"
            variant="default"
            href={hrefOf("pdf")}
            leftSection={<IconFileTypePdf size={18} stroke={1.6} aria-hidden="true" />}
          >
            {texts.pdf}
          </Button>
        </Group>
        {situacao === "normal" && <span className="t-dimmed">{texts.nota}</span>}
        {expiraEm && <span className="t-dimmed">{texts.ate(TIME_FORMAT.format(expiraEm))}</span>}
      </footer>
    </Paper>
  );
}
