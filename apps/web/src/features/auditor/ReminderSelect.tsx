import { explainFailure } from "../../rpc/call/failures.ts";
import { saveReminderDays } from "../../rpc/documents/missing-xmls.ts";
import { missingReminderTexts as texts } from "../../texts/lists/missing-reminder.ts";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";
import { CompactSelect } from "../../ui/form/CompactSelect.tsx";

/** Days to choose from; another number that the API has set is one of them, too. */
const CHOICES = [0, 3, 5, 7, 10, 15, 30] as const;

/** After how many days Malote reminds a supplier: a choice of the whole conta. */
export function ReminderSelect({ days }: { days: number }): React.JSX.Element {
  const choices = [...new Set([...CHOICES, days])].toSorted((a, b) => a - b);
  const save = async (next: number): Promise<void> => {
    try {
      await saveReminderDays(next);
      showToast(texts.salvo(next));
    } catch (error) {
      showFailureToast(explainFailure(error));
    }
  };
  return (
    <CompactSelect
      label={texts.rotulo}
      value={String(days)}
      options={choices.map((each) => ({ value: String(each), label: texts.opcao(each) }))}
      onChange={(value) => void save(Number(value))}
    />
  );
}
