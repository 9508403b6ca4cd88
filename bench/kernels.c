/* The physical limit of the hex kernels: breadth-first flood, bucket-queue movement, zones of control.
 * Neighbours are six ids a hex (-1 = none); step[6 * h + i] is the cost of the i-th step, 0 = impossible.
 * Each function repeats its work, so that the price of a call from Python does not count. */
#include <stdint.h>
#include <string.h>

#define MOST 16384
#define LEVELS 64

static int32_t queue[MOST];
static int32_t bucket[LEVELS][MOST];

static int flood_once(int n, const int32_t *near, const uint8_t *open, int start, uint8_t *seen)
{
    int head = 0, tail = 0;
    memset(seen, 0, n);
    seen[start] = 1;
    queue[tail++] = start;
    while (head < tail) {
        const int32_t *next = near + 6 * queue[head++];
        for (int i = 0; i < 6; i++) {
            int there = next[i];
            if (there >= 0 && open[there] && !seen[there]) {
                seen[there] = 1;
                queue[tail++] = there;
            }
        }
    }
    return tail;
}

int flood(int repeat, int n, const int32_t *near, const uint8_t *open, int start, uint8_t *seen)
{
    int count = 0;
    while (repeat--)
        count = flood_once(n, near, open, start, seen);
    return count;
}

static int reach_once(int n, const int32_t *near, const uint8_t *step, int start, int allowance, uint8_t *best)
{
    int size[LEVELS] = {0}, count = 0;
    memset(best, 255, n);
    best[start] = 0;
    bucket[0][size[0]++] = start;
    for (int spent = 0; spent <= allowance; spent++)
        for (int j = 0; j < size[spent]; j++) {
            int here = bucket[spent][j];
            if (best[here] != spent)
                continue;
            count++;
            for (int i = 0; i < 6; i++) {
                int price = step[6 * here + i], there = near[6 * here + i], total = spent + price;
                if (price && total <= allowance && total < best[there]) {
                    best[there] = total;
                    bucket[total][size[total]++] = there;
                }
            }
        }
    return count;
}

int reach(int repeat, int n, const int32_t *near, const uint8_t *step, int start, int allowance, uint8_t *best)
{
    int count = 0;
    while (repeat--)
        count = reach_once(n, near, step, start, allowance, best);
    return count;
}

int zoc(int repeat, int n, const int32_t *near, const int32_t *units, int many, uint8_t *zone)
{
    int count = 0;
    while (repeat--) {
        memset(zone, 0, n);
        for (int u = 0; u < many; u++)
            for (int i = 0; i < 6; i++) {
                int there = near[6 * units[u] + i];
                if (there >= 0)
                    zone[there] = 1;
            }
        count = 0;
        for (int h = 0; h < n; h++)
            count += zone[h];
    }
    return count;
}
