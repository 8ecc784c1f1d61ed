import { formatInteger } from "@malote/syntax";
import { addSeenFile } from "../../features/alerts/seen-files.ts";
import { LoteWatch } from "../../features/lote/LoteWatch.tsx";
import { nameAct } from "../../features/lote/lote-words.ts";
import { serverNow } from "../../network/clock.ts";
import type { Lote } from "../../rpc/documents/lotes.ts";
import { useOwner } from "../../rpc/session/current-user.ts";
import { loteTexts } from "../../texts/lists/lotes.ts";

const { cartao: texts } = loteTexts;

/** The lotes of this tab; one that ends in the background is added to the alerts. */
export function FollowedLotes(): React.JSX.Element {
  const owner = useOwner();
  const onEnd = (lote: Lote): void => {
    if (!owner) return;
    const { id, recusados } = lote;
    const mensagem = recusados === 0 ? null : texts.recusados(formatInteger(recusados));
    const quando = serverNow().toISOString();
    addSeenFile(owner, { tipo: "lote", id, nome: texts.terminado(nameAct(lote)), mensagem, quando });
  };
  return <LoteWatch onEnd={onEnd} />;
}
