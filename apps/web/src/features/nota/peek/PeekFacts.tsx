import { formatDateTime, formatDocumento, formatReais } from "@malote/syntax";
import { DataList, Group, Text } from "@mantine/core";
import type { Nota, NotaRow } from "../../../rpc/documents/queries.ts";
import { peekTexts } from "../../../texts/lists/peek.ts";
import { notaTexts, partyTexts } from "../../../texts/nota/nota.ts";
import { ChaveFact } from "../../../ui/documento/ChaveFact.tsx";
import { Fact } from "../../../ui/documento/DocContent.tsx";
import { dueTextsOf } from "./peek-card.ts";

const { fatos: t } = notaTexts;

/** Value, parties, dates and chave of a document; `details` adds what its row does not say. */
export function PeekFacts(props: {
  nota: NotaRow;
  details: Nota | undefined;
  timeZone: string;
}): React.JSX.Element {
  const { nota, details, timeZone } = props;
  const due = dueTextsOf(details);
  return (
    <section>
      <Group component="p" justify="space-between" align="baseline" wrap="nowrap" mb={8}>
        <span className="t-dimmed">{t.valores[nota.tipoNota]}</span>
        <Text span className="num" fz="var(--fs-valor)" lh="var(--lh-valor)" fw={620} lts="-0.02em">
          {formatReais(nota.valorTotal)}
        </Text>
      </Group>
      <DataList gap={8} labelWidth={88}>
        <Fact label={partyTexts.emitente}>
          <PartyText nome={nota.nomeEmitente} documento={nota.cnpjEmitente} uf={nota.ufEmitente} />
        </Fact>
        {nota.nomeDestinatario && (
          <Fact label={partyTexts.destinatario}>
            <PartyText
              nome={nota.nomeDestinatario}
              documento={nota.cnpjDestinatario ?? ""}
              uf={nota.ufDestinatario}
            />
          </Fact>
        )}
        <Fact label={t.emissao}>
          <span className="num">{nota.dataEmissao ? formatDateTime(nota.dataEmissao, timeZone) : "–"}</span>
        </Fact>
        {due && (
          <Fact label={peekTexts.vencimento}>
            <span className="num">{due.dia}</span>{" "}
            {due.parcelas && <span className="t-rotulo">{due.parcelas}</span>}
          </Fact>
        )}
        <ChaveFact label={t.chave} chave={nota.chaveAcesso} texts={t} />
      </DataList>
    </section>
  );
}

function PartyText(props: { nome: string; documento: string; uf: string | null }): React.JSX.Element {
  const { nome, documento, uf } = props;
  return (
    <>
      <b>{nome}</b>
      <p className="t-rotulo">{[documento && formatDocumento(documento), uf].filter(Boolean).join(" · ")}</p>
    </>
  );
}
