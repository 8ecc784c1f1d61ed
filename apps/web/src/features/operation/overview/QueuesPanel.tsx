import { Link } from "react-router-dom";
import type { Queue } from "../../../rpc/operator/operator-queries.ts";
import { operationTexts } from "../../../texts/operator/operation.ts";
import { ResponsiveTable } from "../../../ui/list/ResponsiveTable.tsx";
import { QUEUE_LIST } from "../queue-list.tsx";
import { queuesOnOverview } from "./alerts.ts";
import classes from "./Overview.module.css";
import { Section } from "./Section.tsx";

const { filas: texts } = operationTexts;

/** Panel of the main queues, with a link to all. */
export function QueuesPanel({ queues }: { queues: readonly Queue[] }): React.JSX.Element {
  return (
    <Section
      id="filas"
      title={texts.titulo}
      aside={texts.agora}
      action={
        <Link to="/operacao/filas" className="link">
          {texts.ver(queues.length)}
        </Link>
      }
    >
      <div className={classes.table}>
        <ResponsiveTable {...QUEUE_LIST} rows={queuesOnOverview(queues)} />
      </div>
    </Section>
  );
}
