// Asking for more than a digest has.

let runtime = '';

export function askAbout(name) {
  runtime = name;
}

function address(path, parameters) {
  const query = new URLSearchParams({runtime});
  for (const [name, value] of Object.entries(parameters)) {
    [value].flat().forEach((one) => query.append(name, one));
  }
  return `api/${path}?${query}`;
}

async function answer(response) {
  if (!response.ok) {
    const why = (await response.text()).trim();
    throw new Error(why || `the program answered ${response.status}`);
  }
  return response.json();
}

/** Rejects if there is no answer within some seconds. */
export async function ask(path, parameters = {}) {
  return answer(await fetch(address(path, parameters), {signal: AbortSignal.timeout(10_000)}));
}

export async function command(path, parameters = {}) {
  return answer(await fetch(address(`control/${path}`, parameters),
      {method: 'POST', signal: AbortSignal.timeout(10_000)}));
}

/**
 * Asks so that only the last question counts: an answer that comes after a newer question was asked
 * is dropped. Who asks again and again looks first whether an answer is due.
 */
export function latest() {
  let newest = 0;
  let due = 0;
  const question = async (path, parameters, then, otherwise = () => {}) => {
    const mine = ++newest;
    due++;
    try {
      const result = await ask(path, parameters);
      if (mine === newest) {
        then(result);
      }
    } catch (problem) {
      if (mine === newest) {
        otherwise(problem);
      }
    } finally {
      due--;
    }
  };
  question.isDue = () => due > 0;
  return question;
}
