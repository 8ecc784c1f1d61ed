import { formatDateTime, formatDocumento, formatReais } from "@malote/syntax";
import { Badge, DataList, Group, Stack, Text } from "@mantine/core";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { partyTexts, notaTexts as texts } from "../../../texts/nota/nota.ts";
import { ChaveFact } from "../../../ui/documento/ChaveFact.tsx";
import { Fact } from "../../../ui/documento/DocContent.tsx";
import { type Party, partiesOf } from "./parties.ts";

const { fatos: t } = texts;

/** Value, parties, date and chave of a document. On a phone, {@link PhoneFacts} has the value. */
export function Facts(props: { nota: Nota; timeZone: string; phone: boolean }): React.JSX.Element {
  const { nota, timeZone, phone } = props;
  return (
    <section>
      {!phone && (
        <Group component="p" justify="space-between" align="baseline" mb={8}>
          <span className="t-dimmed">{t.valores[nota.tipoNota]}</span>
          <Text span className="num" fz="var(--fs-valor)" lh="var(--lh-valor)" fw={620} lts="-0.02em">
            {formatReais(nota.valorTotal)}
          </Text>
        </Group>
      )}
      <DataList gap={8} labelWidth={80} py={4}>
        {partiesOf(nota).map((party) => (
          <PartyFact key={party.role} party={party} />
        ))}
        <Fact label={t.emissao}>
          <span className="num">{nota.dataEmissao ? formatDateTime(nota.dataEmissao, timeZone) : "–"}</span>
        </Fact>
        {nota.naturezaOperacao && <Fact label={t.natureza}>{nota.naturezaOperacao}</Fact>}
        <ChaveFact label={t.chave} chave={nota.chaveAcesso} texts={t} />
      </DataList>
    </section>
  );
}

function PartyFact({ party }: { party: Party }): React.JSX.Element {
  const { role, nome, documento, place, tomador, terceiros } = party;
  const second = [documento ? formatDocumento(documento) : null, place, terceiros ? t.terceiros : null];
  return (
    <Fact label={role}>
      <b>{nome}</b>
      <p className="t-rotulo">{second.filter(Boolean).join(" · ")}</p>
      {tomador && <Badge component="span">{partyTexts.tomador}</Badge>}
    </Fact>
  );
}

/** Header of a document on a phone: party, value and date. */
export function PhoneFacts({ nota, timeZone }: { nota: Nota; timeZone: string }): React.JSX.Element {
  const received = nota.entradaSaida === "E";
  const nome = received ? nota.nomeEmitente : (nota.nomeDestinatario ?? "–");
  const documento = received ? nota.cnpjEmitente : nota.cnpjDestinatario;
  const uf = received ? nota.ufEmitente : nota.ufDestinatario;
  const parts = [
    nota.dataEmissao ? formatDateTime(nota.dataEmissao, timeZone) : null,
    documento ? formatDocumento(documento) : null,
    uf,
  ];
  return (
    <Stack component="section" gap={2}>
      <Text size="md" fw={500} c="var(--text-2)">
        {nome}
      </Text>
      <Text className="num" fz="var(--fs-entrada)" lh="var(--lh-entrada)" fw={640} lts="-0.02em">
        {formatReais(nota.valorTotal)}
      </Text>
      <p className="t-dimmed">{parts.filter(Boolean).join(" · ")}</p>
    </Stack>
  );
}
