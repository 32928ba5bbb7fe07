// The page in a browser; run.sh says how this is started. One file and thus one browser for all
// tests: they share the processor with a service that counts.
import { eventually, openTest } from './support.mjs';

openTest('what is watched for is noticed',
  { noise: [/^a warning$/, /^uncaught: thrown$/, /violates.*Content Security Policy/s,
    /status of 404/] },
  async ({ page, noise, open }) => {
    await open();
    await page.evaluate(() => {
      console.warn('a warning');
      setTimeout(() => { throw new Error('thrown'); });
      const style = document.createElement('style');
      style.textContent = 'body { color: red }';
      document.head.append(style);
      fetch('/nothing-here');
    });
    await eventually(() => noise.length, (count) => count >= 4, 'too little was noticed');
    await page.evaluate(() => fetch('http://localhost:1/').catch(() => {}));
    const elsewhere = () => noise.findIndex((text) => text.includes('localhost:1'));
    await eventually(elsewhere, (at) => at >= 0, 'a request to another host was not noticed');
    for (let at = elsewhere(); at >= 0; at = elsewhere()) noise.splice(at, 1);
  });

await import('./solve.mjs');
await import('./jobs.mjs');
await import('./service.mjs');
await import('./looks.mjs');
