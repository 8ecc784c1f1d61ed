import { general } from "../../texts/app/general.ts";
import { showToast } from "../feedback/toast.tsx";

/** Copies a text to the clipboard and shows a toast. */
export async function copyText(text: string, doneText: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(doneText);
  } catch {
    showToast(general.copiarFalhou);
  }
}
