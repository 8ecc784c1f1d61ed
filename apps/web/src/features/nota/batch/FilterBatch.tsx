import { LOTE_FILTRO_MAX } from "@malote/contract";
import { formatInteger } from "@malote/syntax";
import { IconWritingSign } from "@tabler/icons-react";
import { useState } from "react";
import type { LoteTarget } from "../../../rpc/documents/lotes.ts";
import type { Side } from "../../../rpc/documents/queries.ts";
import { useMayManifest } from "../../../rpc/session/current-user.ts";
import { flagSentences } from "../../../texts/lists/flags.ts";
import { batchTexts as texts } from "../../../texts/lists/nota-batch.ts";
import { BatchAction } from "../../../ui/list/BatchToolbar.tsx";
import { FLAG_ACTIONS } from "./BatchBar.tsx";
import { BatchDialog } from "./BatchDialog.tsx";
import type { BatchSubject } from "./lote-options.ts";

/** Actions on all documents of a filter, which run on the server. */
export function FilterBatch(props: {
  side: Side;
  total: number;
  filter: NonNullable<LoteTarget["filtro"]>;
  onStarted: () => void;
}): React.JSX.Element {
  const { side, total, filter, onStarted } = props;
  const mayManifest = useMayManifest() && side === "E";
  const [subject, setSubject] = useState<BatchSubject | null>(null);
  const obstacle = total > LOTE_FILTRO_MAX ? texts.demais(formatInteger(LOTE_FILTRO_MAX)) : undefined;
  const close = (started: boolean): void => {
    setSubject(null);
    if (started) onStarted();
  };
  return (
    <>
      {FLAG_ACTIONS.map(({ marca, icone }) => (
        <BatchAction key={marca} icon={icone} obstacle={obstacle} onClick={() => setSubject(marca)}>
          {flagSentences[marca].nome}
        </BatchAction>
      ))}
      {mayManifest && (
        <BatchAction icon={IconWritingSign} obstacle={obstacle} onClick={() => setSubject("manifestacao")}>
          {texts.manifestar}
        </BatchAction>
      )}
      {subject !== null && <BatchDialog subject={subject} target={{ filtro: filter }} onClose={close} />}
    </>
  );
}
