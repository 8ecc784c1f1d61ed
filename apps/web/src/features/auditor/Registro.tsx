import { formatDateTime, formatDocumento, formatReais } from "@malote/syntax";
import { Box, Button, DataList, Flex, Group, Paper, Stack, Text } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { Auditor } from "../../rpc/documents/auditor.ts";
import { auditorTexts } from "../../texts/lists/auditor.ts";
import { ChaveFact } from "../../ui/documento/ChaveFact.tsx";
import { Fact, FreeText, RuledList } from "../../ui/documento/DocContent.tsx";
import { Status } from "../../ui/documento/Status.tsx";
import { formatDocumentNumber } from "../../ui/format/numbers.ts";
import { copyText } from "../../ui/state/copy-text.ts";
import classes from "./Registro.module.css";
import { registroStatusOf } from "./registro-status.ts";

const { detalhe: t } = auditorTexts;

/** The facts of a record. */
export function RegistroFacts({
  registro,
  timeZone,
}: {
  registro: Auditor;
  timeZone: string;
}): React.JSX.Element {
  const { fatos } = t;
  return (
    <Box component="section" p="20px var(--gutter) 32px" aria-label={auditorTexts.tipos[registro.tipo]}>
      <Text size="md" fw={550} mb={16}>
        {registro.text}
      </Text>
      <DataList gap={10} labelWidth={128} py={5}>
        <Fact label={fatos.situacao}>
          <Status status={registroStatusOf({ ...registro, faltandoXml: false })} />
        </Fact>
        {factsOf(registro, timeZone).map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
        <ChaveFact label={fatos.chave} chave={registro.chaveAcesso} texts={t} />
      </DataList>
    </Box>
  );
}

/** The known facts as pairs of label and text. */
function factsOf(registro: Auditor, timeZone: string): [string, string][] {
  const { fatos } = t;
  const when = (instante: Date | null): string | null => instante && formatDateTime(instante, timeZone);
  const numero =
    registro.numeroNota === null
      ? null
      : `${formatDocumentNumber(registro.numeroNota)} / ${registro.serieNota ?? "–"}`;
  const emitente = [
    registro.nomeEmitente,
    registro.cnpjEmitente && formatDocumento(registro.cnpjEmitente),
  ].filter(Boolean);
  const rows: [string, string | null][] = [
    [fatos.evento, registro.descEvento],
    [fatos.dataEvento, when(registro.dataEvento)],
    [fatos.emissao, when(registro.dataEmissao)],
    [fatos.numero, numero],
    [fatos.emitente, emitente.join(" · ") || null],
    [fatos.valor, registro.valorTotal && formatReais(registro.valorTotal)],
    [fatos.protocolo, registro.protocolo],
    [fatos.autor, registro.autor && formatDocumento(registro.autor)],
    [fatos.empresa, registro.empresaNome],
    [fatos.fonte, t.origem[registro.origem]],
    [fatos.nsu, registro.nsu],
    [fatos.digVal, registro.digVal],
    [fatos.criado, when(registro.criadoEm)],
  ];
  return rows.filter((row): row is [string, string] => Boolean(row[1]));
}

/** Whether the document has arrived, the e-mail that asks for it, and the related records. */
export function RegistroLinks({
  registro,
  timeZone,
}: {
  registro: Auditor;
  timeZone: string;
}): React.JSX.Element {
  return (
    <Stack gap={28} p="20px var(--gutter) 40px">
      <DocumentoNotice registro={registro} />
      {registro.carta && <RequestEmail carta={registro.carta} />}
      {registro.relacionados.length > 0 && (
        <section>
          <h2 className="t-secao">{t.relacionados}</h2>
          <RuledList mt={8}>
            {registro.relacionados.map((related) => (
              <li key={related.id}>
                <Flex
                  component={Link}
                  to={`/auditor/${related.id}`}
                  gap={12}
                  c="dimmed"
                  className={classes.related}
                >
                  <Text component="b" inherit w={112} c="var(--text)">
                    {auditorTexts.tipos[related.tipo]}
                  </Text>
                  <Box component="span" flex={1}>
                    {related.descEvento}
                  </Box>
                  <span className="num">
                    {related.dataEvento && formatDateTime(related.dataEvento, timeZone)}
                  </span>
                </Flex>
              </li>
            ))}
          </RuledList>
        </section>
      )}
    </Stack>
  );
}

function DocumentoNotice({ registro }: { registro: Auditor }): React.JSX.Element {
  const { notaId, entradaSaida, faltandoXml } = registro;
  const here = notaId === null ? t.semLigacao : t.ligado;
  return (
    <Stack
      component="section"
      gap={12}
      align="flex-start"
      className={classes.notice}
      data-tom={faltandoXml ? "aviso" : undefined}
    >
      {faltandoXml && <h2 className="t-secao">{notaId === null ? t.faltaTitulo : t.presaTitulo}</h2>}
      <p>{faltandoXml ? (notaId === null ? t.faltaTexto : t.presaTexto) : here}</p>
      {notaId !== null && (
        <Button
          component={Link}
          to={`/nota/${notaId}?type=${entradaSaida ?? "E"}`}
          {...(faltandoXml ? { variant: "default" } : {})}
          rightSection={<IconArrowRight size={16} stroke={1.6} aria-hidden="true" />}
        >
          {t.abrirNota}
        </Button>
      )}
    </Stack>
  );
}

/** A prepared e-mail that asks for the XML. */
function RequestEmail({ carta }: { carta: NonNullable<Auditor["carta"]> }): React.JSX.Element {
  const { carta: c } = t;
  // RFC 6068: only "@" stays unescaped.
  const para = carta.para === null ? "" : encodeURIComponent(carta.para).replaceAll("%40", "@");
  const href = `mailto:${para}?subject=${encodeURIComponent(carta.assunto)}&body=${encodeURIComponent(carta.texto)}`;
  return (
    <section aria-label={c.titulo}>
      <h2 className="t-secao">{c.titulo}</h2>
      <DataList gap={10} labelWidth={128} mt={8} py={5}>
        <Fact label={c.para}>{carta.para ?? c.semPara}</Fact>
        <Fact label={c.assunto}>{carta.assunto}</Fact>
      </DataList>
      <Paper withBorder bg="var(--ground)" mt={8} px={16} py={12}>
        <FreeText>{carta.texto}</FreeText>
      </Paper>
      <Group gap={8} mt={12}>
        <Button component="a" href={href}>
          {c.enviar}
        </Button>
        <Button variant="default" onClick={() => void copyText(carta.texto, c.copiado)}>
          {c.copiar}
        </Button>
      </Group>
    </section>
  );
}
